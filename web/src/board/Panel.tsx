// The board with its buttons, its verdict and the place where text goes in.
import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Choice } from '../Choice';
import { Icon } from '../Icon';
import { gridSvg, savePng, saveText } from '../picture';
import { searched } from '../player/search';
import {
  canRedo, canUndo, count, emptyPuzzle, judgement, lineOf, lit, message, puzzle, reading, readText, redo, selected, setCell, setPuzzle,
  showAnswer, showCandidates, shownCells, sizeOf, stopCounting, symbol, symbols, undo,
} from '../puzzle';
import { copy, linkOf } from '../share';
import { language, say } from '../words';
import { Board } from './Board';

const SHAPES: [number, number][] = [[2, 2], [2, 3], [2, 4], [3, 3], [2, 5], [3, 4], [2, 7], [3, 5], [4, 4]];
const cellName = (cell: number, size: number): string => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
/** On a phone the way from the grid to the views is short: what is needed seldom is folded away. */
const NARROW = matchMedia('(max-width: 40rem)').matches;
/** What was last done with the puzzle, for the eye and for screen readers. */
const done = signal('');
let forget: ReturnType<typeof setTimeout> | undefined;

async function give(text: string | null): Promise<void> {
  done.value = text === null ? say('linkTooLong') : (await copy(text)) ? say('copied') : say('notCopied');
  clearTimeout(forget);
  forget = setTimeout(() => (done.value = ''), 4000);
}

export function BoardPanel() {
  const text = useRef<HTMLTextAreaElement>(null);
  const size = sizeOf(puzzle.value);
  return (
    <section class="panel board-panel" aria-labelledby="board-title">
      <h2 id="board-title">{say('board')}</h2>
      <Board />
      {searched.value ? <Legend /> : null}
      <p id="board-help" class="hint">
        {say(searched.value ? 'boardHelpSearch' : 'boardHelp')}
        {size > 9 ? ` ${say('letters', symbol(10), symbol(size), size)}` : null}
      </p>
      <div class="keys" role="group" aria-label={say('digit')}>
        {Array.from({ length: size + 1 }, (_, digit) => (
          <button type="button" key={digit} onClick={() => setCell(selected.value, digit)} aria-label={digit ? symbol(digit) : say('empty')}>
            {digit ? symbol(digit) : <Icon name="erase" />}
          </button>
        ))}
      </div>
      {message.value ? <p class="error" role="alert" data-testid="message">{message.value}</p> : null}
      <Verdict />
      <div class="buttons">
        <button type="button" class="main" aria-pressed={showAnswer.value} onClick={() => (showAnswer.value = !showAnswer.value)}>{say('solve')}</button>
        <button type="button" aria-pressed={showCandidates.value} onClick={() => (showCandidates.value = !showCandidates.value)}>{say('candidates')}</button>
        <button type="button" onClick={undo} disabled={!canUndo.value}>{say('undo')}</button>
        <button type="button" onClick={redo} disabled={!canRedo.value}>{say('redo')}</button>
        <button type="button" onClick={() => setPuzzle(emptyPuzzle(puzzle.value.boxRows, puzzle.value.boxColumns))}>{say('clear')}</button>
        <Choice
          label={say('size')}
          value={`${puzzle.value.boxRows}x${puzzle.value.boxColumns}`}
          choices={shapes().map(([rows, columns]) => [`${rows}x${columns}`, `${rows * columns}×${rows * columns} (${rows}×${columns})`])}
          onChange={(shape) => {
            const [rows = 3, columns = 3] = shape.split('x').map(Number);
            setPuzzle(emptyPuzzle(rows, columns));
          }}
        />
      </div>
      <details class="more" open={!NARROW}>
        <summary>{say('pasteAndSave')}</summary>
      <form
        class="paste"
        onSubmit={(event) => {
          event.preventDefault();
          void readText(text.current?.value ?? '');
        }}
      >
        <label for="paste-text">{say('paste')}</label>
        <textarea
          id="paste-text"
          ref={text}
          rows={2}
          spellcheck={false}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text/plain') ?? '';
            if (pasted.length <= 10) return;
            event.preventDefault();
            if (text.current) text.current.value = pasted.slice(0, 5000);
            void readText(pasted);
          }}
        />
        <div class="buttons">
          <button type="submit">{say('read')}</button>
          <Choice
            label={say('symbols')}
            value={symbols.value}
            choices={[['', say('symbolsAuto')], ['letters', '1-9 A-G'], ['hex', '0-9 A-F']]}
            onChange={(next) => (symbols.value = next as typeof symbols.value)}
          />
        </div>
      </form>
      <div class="buttons small">
        <button type="button" onClick={() => void linkOf(true).then(give)}>{say('share')}</button>
        <button type="button" onClick={() => void give(lineOf(shownCells()))}>{say('copyText')}</button>
        <button type="button" onClick={() => saveText('exactone.svg', gridSvg(), 'image/svg+xml')}>{say('saveSvg')}</button>
        <button type="button" onClick={() => void savePng('exactone.png', gridSvg())}>{say('savePng')}</button>
        <button type="button" onClick={() => window.print()}>{say('print')}</button>
        <span role="status" class="hint">{done.value}</span>
      </div>
      </details>
    </section>
  );
}

/** The shapes on offer, and that of the puzzle if it is another one. */
function shapes(): [number, number][] {
  const { boxRows, boxColumns } = puzzle.value;
  const known = SHAPES.some(([rows, columns]) => rows === boxRows && columns === boxColumns);
  return known ? SHAPES : [...SHAPES, [boxRows, boxColumns]];
}

function Legend() {
  return (
    <p class="legend">
      <span class="key decided">{say('decided')}</span>
      <span class="key propagated">{say('propagated')}</span>
      <span class="key pure">{say('pure')}</span>
      <span class="key refuted">{say('refutedMark')}</span>
      <span class="key deep">{say('levelMark')}</span>
    </p>
  );
}

function Verdict() {
  const now = reading.value ? null : judgement.value;
  const size = sizeOf(puzzle.value);
  const { value, done: counted, stopped } = count.value;
  const differ = now?.first && now.second ? now.first.filter((digit, cell) => digit !== now.second?.[cell]).length : 0;
  const comma = language.value === 'zh' ? '、' : ', ';
  return (
    <div class="verdict" aria-live="polite">
      <p class={`status ${now?.status ?? ''}`}>
        <strong data-testid="status">{now ? say(now.status as 'unique') : '…'}</strong>
        {now?.status === 'several' ? <span> · {say('severalDiffer', differ)}</span> : null}
        {value > 1 || !counted ? (
          <span class="count">
            {' · '}
            {say('solutions')}: <span data-testid="count">{counted ? (value >= 1000 ? '1000+' : value) : say('counting', `${value}+`)}</span>
            {!counted && !stopped ? <button type="button" onClick={stopCounting}>{say('stop')}</button> : null}
          </span>
        ) : null}
      </p>
      {now?.clashes.map((clash) => (
        <p class="error" key={clash.sentence}>
          <button type="button" class="link" onClick={() => (lit.value = new Set(clash.cells))}>{clash.sentence}</button>
        </p>
      ))}
      {now && now.blamed.length > 0 && now.clashes.length === 0 ? (
        <p class="error">{say('blamed', now.blamed.map((cell) => `${cellName(cell, size)}=${puzzle.value.cells[cell] ?? 0}`).join(comma))}</p>
      ) : null}
    </div>
  );
}

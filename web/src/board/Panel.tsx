// The board with its buttons, its verdict and the place where text goes in.
import { useRef } from 'preact/hooks';
import {
  canRedo, canUndo, count, emptyPuzzle, judgement, message, puzzle, readText, redo, selected, setPuzzle, showAnswer,
  showCandidates, sizeOf, stopCounting, symbol, undo, setCell, lit,
} from '../puzzle';
import { copyLink } from '../share';
import { gridSvg, savePng, saveText } from '../picture';
import { language, say } from '../words';
import { Board } from './Board';

const SHAPES: [number, number][] = [[2, 2], [2, 3], [2, 4], [3, 3], [2, 5], [3, 4], [2, 7], [3, 5], [4, 4]];
const cellName = (cell: number, size: number): string => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;

export function BoardPanel() {
  const text = useRef<HTMLTextAreaElement>(null);
  const size = sizeOf(puzzle.value);
  return (
    <section class="panel board-panel" aria-labelledby="board-title">
      <h2 id="board-title">{say('board')}</h2>
      <Board />
      <p id="board-help" class="hint">{say('boardHelp')}</p>
      <div class="keys" role="group" aria-label={say('digit')}>
        {Array.from({ length: size + 1 }, (_, digit) => (
          <button type="button" key={digit} onClick={() => setCell(selected.value, digit)} aria-label={digit ? symbol(digit) : say('empty')}>
            {digit ? symbol(digit) : '⌫'}
          </button>
        ))}
      </div>
      <Verdict />
      <div class="buttons">
        <button type="button" class="main" aria-pressed={showAnswer.value} onClick={() => (showAnswer.value = !showAnswer.value)}>{say('solve')}</button>
        <button type="button" aria-pressed={showCandidates.value} onClick={() => (showCandidates.value = !showCandidates.value)}>{say('candidates')}</button>
        <button type="button" onClick={undo} disabled={!canUndo.value}>{say('undo')}</button>
        <button type="button" onClick={redo} disabled={!canRedo.value}>{say('redo')}</button>
        <button type="button" onClick={() => setPuzzle(emptyPuzzle(puzzle.value.boxRows, puzzle.value.boxColumns))}>{say('clear')}</button>
        <label>
          {say('size')}{' '}
          <select
            value={`${puzzle.value.boxRows}x${puzzle.value.boxColumns}`}
            onChange={(event) => {
              const [rows = 3, columns = 3] = event.currentTarget.value.split('x').map(Number);
              setPuzzle(emptyPuzzle(rows, columns));
            }}
          >
            {SHAPES.map(([rows, columns]) => (
              <option key={`${rows}x${columns}`} value={`${rows}x${columns}`}>{`${rows * columns}×${rows * columns} (${rows}×${columns})`}</option>
            ))}
          </select>
        </label>
      </div>
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
            if (pasted.length > 10) {
              event.preventDefault();
              if (text.current) text.current.value = pasted.slice(0, 5000);
              void readText(pasted);
            }
          }}
        />
        <button type="submit">{say('read')}</button>
      </form>
      {message.value ? <p class="error" role="alert">{message.value}</p> : null}
      <div class="buttons small">
        <button type="button" onClick={() => void copyLink()}>{say('share')}</button>
        <button type="button" onClick={() => void navigator.clipboard?.writeText(lineOf())}>{say('copyText')}</button>
        <button type="button" onClick={() => saveText('exactone.svg', gridSvg(), 'image/svg+xml')}>{say('saveSvg')}</button>
        <button type="button" onClick={() => void savePng('exactone.png', gridSvg())}>{say('savePng')}</button>
        <button type="button" onClick={() => window.print()}>{say('print')}</button>
      </div>
    </section>
  );
}

const lineOf = (): string => puzzle.value.cells.map((digit) => (digit ? symbol(digit) : '.')).join('');

function Verdict() {
  const now = judgement.value;
  const size = sizeOf(puzzle.value);
  const { value, done, stopped } = count.value;
  const differ = now?.first && now.second ? now.first.filter((digit, cell) => digit !== now.second?.[cell]).length : 0;
  const stopAt = language.value === 'zh' ? '、' : ', ';
  return (
    <div class="verdict" aria-live="polite">
      <p class={`status ${now?.status ?? ''}`}>
        <strong data-testid="status">{now ? say(now.status as 'unique') : '…'}</strong>
        {now?.status === 'several' ? <span> · {say('severalDiffer', differ)}</span> : null}
        {value > 1 || !done ? (
          <span class="count">
            {' · '}
            {say('solutions')}: <span data-testid="count">{done ? (value >= 1000 ? say('countMore', value) : value) : say('counting', `${value}+`)}</span>
            {!done && !stopped ? <button type="button" onClick={stopCounting}>{say('stop')}</button> : null}
          </span>
        ) : null}
      </p>
      {now?.clashes.map((clash) => (
        <p class="error" key={clash.sentence}>
          <button type="button" class="link" onClick={() => (lit.value = new Set(clash.cells))}>{clash.sentence}</button>
        </p>
      ))}
      {now && now.blamed.length > 0 && now.clashes.length === 0 ? (
        <p class="error">{say('blamed', now.blamed.map((cell) => `${cellName(cell, size)}=${symbol(puzzle.value.cells[cell] ?? 0)}`).join(stopAt))}</p>
      ) : null}
    </div>
  );
}

// The clauses of an encoding: how many, and those that speak of what is picked.
import { effect, signal } from '@preact/signals';
import type { ClauseFilter, ClausePage, EncodingSize, Said } from '../../pkg/exactone_web';
import { Choice } from '../Choice';
import { begun, latest } from '../engine';
import { options, view } from '../player/search';
import { lit, puzzle, selected, sizeOf, symbol } from '../puzzle';
import { grouped, language, say, told } from '../words';

const PAGE = 60;
export const size = signal<EncodingSize | null>(null);
const page = signal<ClausePage | null>(null);
const digit = signal<number | null>(null);
type House = 'cell' | 'row' | 'column' | 'box' | 'any';
const house = signal<House>('cell');
const shown = signal(PAGE);
const picked = signal(0);
const problem = signal<Said | null>(null);

const sizes = latest();
const pages = latest();

function filter(): ClauseFilter {
  const { boxRows, boxColumns } = puzzle.value;
  const side = boxRows * boxColumns;
  const cell = selected.value;
  const row = Math.floor(cell / side);
  const column = cell % side;
  const wanted: ClauseFilter = { skip: 0, take: shown.value };
  if (digit.value) wanted.digit = digit.value;
  switch (house.value) {
    case 'cell': wanted.cell = cell; break;
    case 'row': wanted.row = row; break;
    case 'column': wanted.column = column; break;
    case 'box': wanted.boxIndex = Math.floor(row / boxRows) * boxRows + Math.floor(column / boxColumns); break;
    case 'any': break;
  }
  return wanted;
}

effect(() => {
  if (!begun.value || view.value !== 'clauses') return;
  sizes<EncodingSize>('encode', [puzzle.value, options.value.encoding], {
    done: (value) => {
      size.value = value;
      problem.value = null;
    },
    failed: (reason) => {
      size.value = null;
      problem.value = reason;
    },
  });
});

effect(() => {
  if (!begun.value || view.value !== 'clauses') return;
  pages<ClausePage>('clauses', [puzzle.value, options.value.encoding, filter(), language.value], {
    done: (value) => (page.value = value),
    failed: () => (page.value = null),
  });
});

export function Clauses() {
  const side = sizeOf(puzzle.value);
  const now = size.value;
  const list = page.value;
  return (
    <div class="clauses">
      <div class="buttons">
        <Choice
          label={say('encoding')}
          value={options.value.encoding}
          choices={(['minimal', 'efficient', 'extended', 'triads'] as const).map((key) => [key, say(key)])}
          onChange={(encoding) => (options.value = { ...options.value, encoding })}
        />
        <Choice
          label={say('house')}
          value={house.value}
          choices={[['cell', say('cell')], ['row', say('row')], ['column', say('column')], ['box', say('box')], ['any', say('any')]]}
          onChange={(next) => {
            house.value = next as House;
            shown.value = PAGE;
          }}
        />
        <Choice
          label={say('digit')}
          value={String(digit.value ?? '')}
          choices={[['', say('any')], ...Array.from({ length: side }, (_, index) => [String(index + 1), symbol(index + 1)] as const)]}
          onChange={(next) => {
            digit.value = next ? Number(next) : null;
            shown.value = PAGE;
          }}
        />
      </div>
      {problem.value ? <p class="error" role="alert">{told(problem.value)}</p> : null}
      {now ? (
        <p data-testid="encoding-size">
          {say('sizeBefore', grouped(now.variables), grouped(now.clauses))}
          <br />
          {say('sizeAfter', grouped(now.freeVariables), grouped(now.openClauses))}
        </p>
      ) : null}
      {list ? <p data-testid="clause-count">{list.total > 0 ? say('clausesFound', grouped(list.total)) : say('noClauses')}</p> : null}
      <ul class="clause-list">
        {list?.clauses.map((clause) => (
          <li key={clause.number}>
            <button
              type="button"
              class={picked.value === clause.number ? 'picked' : ''}
              aria-pressed={picked.value === clause.number}
              onClick={() => {
                picked.value = clause.number;
                lit.value = new Set(clause.cells);
              }}
              onMouseEnter={() => (lit.value = new Set(clause.cells))}
            >
              <span class="sentence">{clause.sentence}</span>
              <span class="literals">{clause.labels.join(' ∨ ')}</span>
            </button>
          </li>
        ))}
      </ul>
      {list && list.total > list.clauses.length ? <button type="button" class="next-page" onClick={() => (shown.value += PAGE * 4)}>{say('more')}</button> : null}
    </div>
  );
}

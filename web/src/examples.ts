// The examples menu. What each entry says it shows is asserted by a test.
import { batch } from '@preact/signals';
import { statements } from './formulas/Formulas';
import { dimacs, options, seek, view, type View } from './player/search';
import { readText } from './puzzle';
import type { Language } from './words';

export interface Example {
  id: string;
  name: Record<Language, string>;
  view: View;
  puzzle?: string;
  statements?: string;
  dimacs?: string;
  engine?: 'dpll' | 'cdcl';
  encoding?: 'minimal' | 'efficient' | 'extended' | 'triads';
}

const SUSPECTS = `# Four suspects; exactly one of the four statements is true.
A: "甲是犯人 (A is guilty)"
B: "乙是犯人 (B is guilty)"
C: "丙是犯人 (C is guilty)"
D: "丁是犯人 (D is guilty)"
s1 = ~A
s2 = D
s3 = B
s4 = ~D
exactly_one(s1, s2, s3, s4)
`;

function pigeons(pigeonCount: number, holes: number): string {
  const hole = (pigeon: number, place: number): number => pigeon * holes + place + 1;
  const clauses: number[][] = [];
  for (let pigeon = 0; pigeon < pigeonCount; pigeon++) clauses.push(Array.from({ length: holes }, (_, place) => hole(pigeon, place)));
  for (let place = 0; place < holes; place++)
    for (let one = 0; one < pigeonCount; one++)
      for (let other = one + 1; other < pigeonCount; other++) clauses.push([-hole(one, place), -hole(other, place)]);
  return `p cnf ${pigeonCount * holes} ${clauses.length}\n${clauses.map((clause) => `${clause.join(' ')} 0\n`).join('')}`;
}

export const EXAMPLES: readonly Example[] = [
  {
    id: 'suspects', view: 'formulas', statements: SUSPECTS,
    name: { en: 'Four suspects, exactly one statement true', zh: '四个嫌疑人，恰有一句为真' },
  },
  {
    id: 'propagation', view: 'search', engine: 'dpll', encoding: 'efficient',
    puzzle: '530070000600195000098000060800060003400803001700020006060000280000419005000080079',
    name: { en: 'Propagation alone: no decision', zh: '仅靠传播：没有决策' },
  },
  {
    id: 'first', view: 'race',
    puzzle: '000000185007030000000021400800000020003905600050000004004860000000040300931000000',
    name: { en: '525 of 729 literals by propagation, 592 with more clauses', zh: '传播确定 729 个文字中的 525 个，子句更多时 592 个' },
  },
  {
    id: 'six', view: 'search', engine: 'dpll', encoding: 'extended', puzzle: '...2...5...6....3.6....14.......2.4.',
    name: { en: 'A 6×6 that needs decisions', zh: '需要决策的 6×6' },
  },
  {
    id: 'pure', view: 'search', engine: 'dpll', dimacs: 'p cnf 4 4\n1 2 3 0\n-1 2 0\n-2 3 4 0\n-3 -4 0\n',
    name: { en: 'A pure literal', zh: '一个纯文字' },
  },
  {
    id: 'jump', view: 'search', engine: 'cdcl',
    dimacs: 'p cnf 7 6\n-1 -2 0\n-3 -4 0\n-5 -6 0\n-1 -5 7 0\n-1 6 -7 0\n-5 6 7 0\n',
    name: { en: 'A learnt clause that jumps back two levels', zh: '一个回跳两层的学习子句' },
  },
  {
    id: 'pigeons', view: 'search', engine: 'dpll', dimacs: pigeons(4, 3),
    name: { en: 'Four pigeons, three holes', zh: '四只鸽子，三个巢' },
  },
  {
    id: 'none', view: 'clauses', puzzle: '.....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........',
    name: { en: 'No solution', zh: '无解' },
  },
  {
    id: 'two', view: 'clauses', puzzle: '5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........',
    name: { en: 'Two solutions', zh: '两个解' },
  },
];

export async function openExample(id: string): Promise<void> {
  const example = EXAMPLES.find((entry) => entry.id === id);
  if (!example) return;
  if (example.puzzle) await readText(example.puzzle);
  batch(() => {
    if (example.statements) statements.value = example.statements;
    dimacs.value = example.dimacs ?? null;
    options.value = { ...options.value, whatIf: [], engine: example.engine ?? options.value.engine, encoding: example.encoding ?? options.value.encoding };
    view.value = example.view;
    seek(0);
  });
}

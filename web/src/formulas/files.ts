// The statements on the page: those that are typed, and the files that come with the project.
import { signal } from '@preact/signals';
import suspects from '../../../examples/suspects.logic?raw';
import type { Language } from '../words';

const found = import.meta.glob<string>('../../../examples/logic/*.logic', { query: '?raw', import: 'default', eager: true });

/** File name without its ending, and its text. */
export const FILES: Readonly<Record<string, string>> = {
  suspects,
  ...Object.fromEntries(Object.entries(found).map(([path, text]) => [path.replace(/^.*\/|\.logic$/g, ''), text])),
};

const CHINESE: Readonly<Record<string, string>> = {
  suspects: '四个嫌疑人',
  diagonal_latin_square: '对角拉丁方',
  five_talks: '五场报告',
  impossible_schedule: '排不出的日程',
  knights_and_knaves: '骑士与无赖',
  knights_knaves_and_a_spy: '骑士、无赖与间谍',
  lights_out: '关灯',
  magic_square: '幻方',
  map_colouring: '地图着色',
  party: '聚会',
  seating: '排座位',
  six_queens: '六皇后',
  three_boxes: '三个盒子',
  who_owns_the_fish: '谁养鱼',
};

export function titleOf(file: string, language: Language): string {
  const english = file.replaceAll('_', ' ');
  return language === 'zh' ? (CHINESE[file] ?? english) : english.charAt(0).toUpperCase() + english.slice(1);
}

/** Never empty at first: what is typed replaces it. */
export const statements = signal(suspects);

export function openFile(file: string): void {
  statements.value = FILES[file] ?? '';
}

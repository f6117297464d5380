// The language of the page: the browser's first, then what was chosen, remembered.
import { computed, signal } from '@preact/signals';
import type { Said } from '../pkg/exactone_web';
import { remember, recall } from './remember';
import { en, type Words } from './words/en';
import { zh } from './words/zh';

export type Language = 'en' | 'zh';

const wanted = recall('language') ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');
export const language = signal<Language>(wanted === 'zh' ? 'zh' : 'en');
const table = computed<Words>(() => (language.value === 'zh' ? zh : en));

export function say(key: keyof Words, ...values: (string | number)[]): string {
  const words = table.value[key];
  return values.length === 0 ? words : words.replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)] ?? ''));
}

/** What the libraries said, in the language of now. */
export const told = (said: Said): string => said[language.value];

export function setLanguage(next: Language): void {
  language.value = next;
  document.documentElement.lang = next === 'zh' ? 'zh-CN' : 'en';
  remember('language', next);
}
document.documentElement.lang = language.value === 'zh' ? 'zh-CN' : 'en';

/** A number with its thousands apart. (`toLocaleString` takes a tenth of a millisecond each time, too long in a step.) */
export const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

// The page's end of the worker: calls with answers, and progress in between.
import { signal } from '@preact/signals';
import type { Said } from '../pkg/exactone_web';
import { worker } from './launch';

export type Progress = (value: number) => void;

export const ready = signal<'loading' | 'ready' | string>('loading');
/** Whether what the page opens with is known; nothing is asked of the engine before. */
export const begun = signal(false);

/** Why there is no answer, in both languages. */
export class Failed extends Error {
  readonly said: Said;

  constructor(said: Said) {
    super(said.en);
    this.said = said;
  }
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (reason: Failed) => void;
  progress?: Progress;
}

const waiting = new Map<number, Waiting>();
let calls = 0;

worker.onmessage = ({ data }: MessageEvent) => {
  if (data.ready !== undefined) {
    ready.value = data.ready === true ? 'ready' : String(data.ready);
    return;
  }
  const entry = waiting.get(data.id);
  if (!entry) return;
  if (data.progress !== undefined) {
    entry.progress?.(data.progress);
    return;
  }
  waiting.delete(data.id);
  if (data.error !== undefined) entry.reject(new Failed(data.error));
  else entry.resolve(data.value);
};
worker.onerror = (event) => {
  ready.value = event.message || 'worker';
};

/** A call that can be given up: its promise then never settles. */
export interface Call<T> {
  promise: Promise<T>;
  cancel: () => void;
}

export function start<T>(method: string, args: unknown[], progress?: Progress): Call<T> {
  const id = ++calls;
  const promise = new Promise<T>((resolve, reject) => {
    waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, progress });
  });
  worker.postMessage({ id, method, args });
  return {
    promise,
    cancel: () => {
      if (waiting.delete(id)) worker.postMessage({ id, cancel: true });
    },
  };
}

export function call<T>(method: string, ...args: unknown[]): Promise<T> {
  return start<T>(method, args).promise;
}

export interface Listener<T> {
  done: (value: T) => void;
  failed?: (reason: Said) => void;
  progress?: Progress;
}

/** Keeps only the newest call of its kind alive. */
export function latest(): <T>(method: string, args: unknown[], listener: Listener<T> | ((value: T) => void)) => Call<T> {
  let running: Call<unknown> | undefined;
  return <T>(method: string, args: unknown[], listener: Listener<T> | ((value: T) => void)) => {
    const { done, failed, progress }: Listener<T> = typeof listener === 'function' ? { done: listener } : listener;
    running?.cancel();
    const mine = start<T>(method, args, progress);
    running = mine;
    mine.promise.then(done, (error: Failed) => (failed ? failed(error.said) : console.warn(method, error.message)));
    return mine;
  };
}

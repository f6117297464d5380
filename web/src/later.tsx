// A part of the page that is fetched when it is first shown, or when somebody says that there is time now.
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { say } from './words';

export interface Later {
  View: () => preact.JSX.Element;
  load: () => void;
}

export function later(fetch: () => Promise<ComponentType>): Later {
  const part = signal<ComponentType | null>(null);
  const problem = signal('');
  let asked = false;
  const load = (): void => {
    if (asked) return;
    asked = true;
    problem.value = '';
    fetch().then(
      (loaded) => (part.value = loaded),
      (error: unknown) => {
        asked = false;
        problem.value = String(error);
      },
    );
  };
  const View = (): preact.JSX.Element => {
    const Part = part.value;
    if (Part) return <Part />;
    if (problem.value) {
      return (
        <p class="error" role="alert">
          {say('partMissing', problem.value)} <button type="button" onClick={load}>{say('again')}</button>
        </p>
      );
    }
    return <p role="status">…</p>;
  };
  return { View, load };
}

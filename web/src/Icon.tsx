// The few signs on buttons, drawn: not every machine has a font with them.
const PATHS = {
  first: 'M5 4v12M16 4L7 10l9 6z',
  back: 'M14 4L5 10l9 6z',
  forward: 'M6 4l9 6-9 6z',
  last: 'M15 4v12M4 4l9 6-9 6z',
  play: 'M6 4l9 6-9 6z',
  pause: 'M6 4v12M14 4v12',
  erase: 'M7.5 4.5h10v11h-10L2.5 10zM10 7.8l4.4 4.4M14.4 7.8L10 12.2',
  moon: 'M15 12.5A6.5 6.5 0 017.5 5a6.5 6.5 0 107.5 7.5z',
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class={`icon ${name}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

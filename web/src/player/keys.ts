// The keys of the player, wherever on the page they are pressed.
import { end, go, jump, step, view } from './search';

export function playerKeys(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (view.value !== 'search' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest('input, textarea, select, [role=grid], [role=tablist]')) return;
  switch (event.key) {
    case 'ArrowRight': step(1); break;
    case 'ArrowLeft': step(-1); break;
    case 'n': void jump('conflict', 1); break;
    case 'p': void jump('conflict', -1); break;
    case 'd': void jump('decide', 1); break;
    case 'Home': go(0); break;
    case 'End': go(end.value?.steps ?? 0); break;
    default: return;
  }
  event.preventDefault();
}

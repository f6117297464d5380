// The first thing that runs: the engine starts while the rest of the page is still on its way.
import EngineWorker from './worker?worker';

export const worker: Worker = new EngineWorker();

void import('./main');

// "Prove it is the only one": the proof is made, then checked here by the checker, and can be taken along.
import { effect, signal } from '@preact/signals';
import type { Certificate, Checked } from '../../pkg/exactone_web';
import { start } from '../engine';
import { saveText } from '../picture';
import { judgement, puzzle } from '../puzzle';
import { say } from '../words';

const certificate = signal<Certificate | null>(null);
const text = signal('');
const stage = signal<'idle' | 'proving' | 'checking' | 'verified' | 'refused'>('idle');
const percent = signal(0);
const reason = signal('');

effect(() => {
  puzzle.value;
  certificate.value = null;
  text.value = '';
  stage.value = 'idle';
});

async function check(cnf: string, proof: string): Promise<void> {
  stage.value = 'checking';
  percent.value = 0;
  const verdict = await start<Checked>('verify', [cnf, proof], (value) => (percent.value = value)).promise;
  stage.value = verdict.message === '' ? 'verified' : 'refused';
  reason.value = verdict.message;
}

async function prove(): Promise<void> {
  stage.value = 'proving';
  try {
    const made = await start<Certificate>('prove', [puzzle.value, 'extended', judgement.value?.first]).promise;
    certificate.value = made;
    text.value = made.proof;
    await check(made.cnf, made.proof);
  } catch (error) {
    stage.value = 'refused';
    reason.value = (error as Error).message;
  }
}

export function Proof() {
  const status = judgement.value?.status;
  const made = certificate.value;
  return (
    <div class="proof">
      {status === 'unique' || status === 'none' ? (
        <button type="button" class="main" disabled={stage.value === 'proving' || stage.value === 'checking'} onClick={() => void prove()}>
          {say(status === 'unique' ? 'prove' : 'proveNone')}
        </button>
      ) : (
        <p>{say('cannotProve')}</p>
      )}
      <p role="status" data-testid="proof-status" class={stage.value}>
        {stage.value === 'proving' ? say('proving') : null}
        {stage.value === 'checking' ? say('checking', percent.value) : null}
        {stage.value === 'verified' ? say('verified', made?.steps ?? 0) : null}
        {stage.value === 'refused' ? say('refused', reason.value) : null}
      </p>
      {made ? (
        <>
          <div class="buttons">
            <button type="button" onClick={() => saveText('puzzle.cnf', made.cnf)}>{say('downloadCnf')}</button>
            <button type="button" onClick={() => saveText('puzzle.lrat', text.value)}>{say('downloadProof')}</button>
          </div>
          <label for="proof-text">{say('proofText')}</label>
          <textarea id="proof-text" rows={10} spellcheck={false} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
          <button type="button" onClick={() => void check(made.cnf, text.value)}>{say('checkOwn')}</button>
        </>
      ) : null}
    </div>
  );
}

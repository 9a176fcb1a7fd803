// A deal explained: its sentences, and the facts behind them as steps.

import { useEffect, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { unwrap } from '../../../client/index.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { AccountLink } from '../../lists/cells.js';
import { sumOf } from '../../live/decimal.js';
import { type Attempt, attempt } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import { actionText } from '../../texts/enums.js';
import { Button } from '../../ui/button.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import { Loaded } from '../../ui/loaded.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { Figure, Price, Profit, Side, UserText } from '../../ui/values.js';
import { DealSteps, type Explanation } from './deal-steps.js';
import { pastWords } from './past-words.js';

/** The deal that a question is about, with its money. */
const BustedDeal = ({ explanation }: { readonly explanation: Explanation }) => {
  const { deal, login } = explanation;
  return (
    <dl class="facts consequence">
      <dt>{`${pastWords().account} ${login}`}</dt>
      <dd>
        {actionText(deal.action)} <Figure value={deal.volume} digits={2} />{' '}
        <UserText>{deal.symbol}</UserText> <Price value={deal.price} digits={deal.digits} />
      </dd>
      <dt>{pastWords().itsMoney}</dt>
      <dd>
        <b>
          <Profit
            value={sumOf([deal.profit, deal.swap, deal.commission, deal.fee])}
            digits={deal.currency_digits}
          />
        </b>
      </dd>
    </dl>
  );
};

/** Asks for the deal's number, and takes the deal back. */
const bust = async (live: StaffLive, id: number, explanation: Explanation): Promise<boolean> => {
  const is = await confirm({
    title: pastWords().bustTitle(id),
    text: (
      <div class="stack">
        <BustedDeal explanation={explanation} />
        <p>{pastWords().bustText}</p>
      </div>
    ),
    action: pastWords().bust,
    tone: 'danger',
    typed: String(id),
  });
  if (!is) return false;
  const params = { path: { id } };
  const done = await confirmedAct(
    live.rest,
    (given) => unwrap(live.rest.POST('/admin/v1/deals/{id}/bust', { params, body: { ...given } })),
    pastWords().bustTitle(id),
  );
  if (done === null) return false;
  if (!done.ok) toastRefusal(done.refusal);
  else toast({ text: pastWords().busted(id), tone: 'good' });
  return done.ok;
};

/** The deal in a line, and its account. */
const DealHead = ({ explanation }: { readonly explanation: Explanation }) => {
  const { deal, login, group } = explanation;
  return (
    <p class="line">
      {deal.action === 'buy' || deal.action === 'sell' ? <Side side={deal.action} /> : null}
      {deal.symbol === '' ? null : (
        <strong>
          <UserText>{deal.symbol}</UserText>
        </strong>
      )}
      <span>
        {pastWords().account} <AccountLink login={login} />
      </span>
      <span class="muted">
        <UserText>{group}</UserText>
      </span>
      {isBusted(explanation) ? <strong class="warn">{pastWords().isBusted}</strong> : null}
    </p>
  );
};

/** Was the deal taken back? The explanation keeps the deal as it was made, and tells of changes. */
const isBusted = ({ changes }: Explanation): boolean =>
  changes.some(({ action }) => action.endsWith('_canceled'));

/** Can a deal be taken back? A payment cannot. */
const isTrade = (explanation: Explanation): boolean => {
  const { action } = explanation.deal;
  return (action === 'buy' || action === 'sell') && !isBusted(explanation);
};

const useExplanation = (id: number) => {
  const live = useStaff();
  const [answer, setAnswer] = useState<Attempt<Explanation> | null>(null);
  const read = async (): Promise<void> => {
    const call = live.rest.GET('/admin/v1/deals/{id}/explain', { params: { path: { id } } });
    setAnswer(await attempt(unwrap(call)));
  };
  useEffect(() => {
    setAnswer(null);
    void read();
  }, [id]);
  return { live, answer, read };
};

/** The explanation of the deal of the address. */
const Deal = () => {
  const { params } = useRoute();
  const id = Number(params.id);
  const { session } = useStaffStore();
  const { live, answer, read } = useExplanation(id);
  const explanation = answer?.ok ? answer.value : null;
  const canBust = explanation !== null && isTrade(explanation) && session.can('deals.bust');
  const takeBack = async (): Promise<void> => {
    if (explanation !== null && (await bust(live, id, explanation))) await read();
  };
  return (
    <div class="view deal">
      <div class="line">
        <h1>{pastWords().explainTitle(id)}</h1>
        <span class="grow" />
        {canBust ? (
          <Button icon="trash" onClick={() => void takeBack()}>
            {pastWords().bust}
          </Button>
        ) : null}
      </div>
      <Loaded
        status={answer === null ? 'loading' : answer.ok ? 'ready' : 'failed'}
        refusal={answer?.ok === false ? answer.refusal : null}
        hasContent={explanation !== null}
        onRetry={() => void read()}
      >
        {explanation === null ? null : (
          <div class="stack">
            <DealHead explanation={explanation} />
            <section class="panel">
              <header>
                <h2>{pastWords().inWords}</h2>
              </header>
              <div class="body stack deal-sentences" lang="en">
                {explanation.sentences.map((sentence) => (
                  <p key={sentence}>
                    <UserText>{sentence}</UserText>
                  </p>
                ))}
              </div>
            </section>
            <DealSteps explanation={explanation} />
          </div>
        )}
      </Loaded>
    </div>
  );
};

export default Deal;

// The offers that people from a country get when they sign up at a host.

import { useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { RefusalNote } from '../../ui/loaded.js';
import { UserText } from '../../ui/values.js';

const words = texts({
  open: ['Offers of a country', 'Angebote eines Landes'],
  country: ['Country, such as DE; empty = unknown', 'Land, etwa DE; leer = unbekannt'],
  host: ['Host of the form; empty = no brand', 'Host des Formulars; leer = keine Marke'],
  ask: ['Show', 'Zeigen'],
  none: ['Nobody from there can sign up here.', 'Von dort kann sich hier niemand anmelden.'],
  offers: ['Offers, the default of each kind first', 'Angebote, die Vorgabe je Art zuerst'],
  kind: ['Kind', 'Art'],
  demo: ['Demo', 'Demo'],
  real: ['Real', 'Echt'],
  offer: ['Offer', 'Angebot'],
  fallback: ['Fallback group', 'Ersatzgruppe'],
  rule: [(id: number) => `Rule ${id}`, (id) => `Regel ${id}`],
  terms: ['Terms', 'Bedingungen'],
});

type CountryOptions = components['schemas']['SignUpOptions'];
type CountryOffer = CountryOptions['allocations'][number];

const termsOf = ({ currency, default_leverage: usual, leverages }: CountryOffer): string =>
  `${currency}, ${(leverages.length > 0 ? leverages : [usual]).map((to) => `1:${to}`).join(', ')}`;

const OfferRow = ({ offer }: { readonly offer: CountryOffer }) => {
  const { allocation_id: id, kind, description } = offer;
  const href = hrefOf('/desk/', 'settings/:kind/:id', { kind: 'account-allocations', id });
  return (
    <tr>
      <td>{words()[kind]}</td>
      <th scope="row">
        {id === 0 ? words().fallback : <a href={href}>{words().rule(id)}</a>}{' '}
        <UserText>{description}</UserText>
      </th>
      <td>{termsOf(offer)}</td>
    </tr>
  );
};

const Offers = ({ allocations, demo, real }: CountryOptions) => {
  if ((!demo && !real) || allocations.length === 0) return <p role="status">{words().none}</p>;
  return (
    <table class="walk" aria-label={words().offers}>
      <thead>
        <tr>
          <th scope="col">{words().kind}</th>
          <th scope="col">{words().offer}</th>
          <th scope="col">{words().terms}</th>
        </tr>
      </thead>
      <tbody>
        {allocations.map((offer) => (
          <OfferRow key={`${offer.kind} ${offer.allocation_id}`} offer={offer} />
        ))}
      </tbody>
    </table>
  );
};

/** The button of the preview, and its dialog. */
export const SignUpOffers = () => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const [isOpen, open] = useState(false);
  const [country, setCountry] = useState('');
  const [host, setHost] = useState(location.host);
  const [answer, setAnswer] = useState<CountryOptions | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  if (!session.can('account-allocations.preview')) return null;
  const ask = async (): Promise<void> => {
    const query = { ...(country !== '' && { country }), ...(host !== '' && { host }) };
    const read = await attempt(
      unwrap(rest.GET('/admin/v1/account-allocations/preview', { params: { query } })),
    );
    setAnswer(read.ok ? read.value : null);
    setRefusal(read.ok ? null : read.refusal);
  };
  const close = (): void => open(false);
  return (
    <>
      <Button icon="search" onClick={() => open(true)}>
        {words().open}
      </Button>
      {isOpen ? (
        <Dialog
          title={words().open}
          onClose={close}
          onSubmit={() => void ask()}
          footer={
            <>
              <Button onClick={close}>{common().close}</Button>
              <Button tone="main" type="submit">
                {words().ask}
              </Button>
            </>
          }
        >
          <TextField label={words().country} value={country} onInput={setCountry} maxLength={64} />
          <TextField label={words().host} value={host} onInput={setHost} maxLength={255} />
          {refusal === null ? null : <RefusalNote refusal={refusal} />}
          {answer === null ? null : <Offers {...answer} />}
        </Dialog>
      ) : null}
    </>
  );
};

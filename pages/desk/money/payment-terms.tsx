// The form of the terms of payments for positions.

import { GroupField } from '../../lists/mask-fields.js';
import { POSITION_PAYMENTS } from '../../made/accounts.js';
import { actionText } from '../../texts/enums.js';
import { Button } from '../../ui/button.js';
import { CheckField, NumberField, SelectField, TextField } from '../../ui/field.js';
import { isAmount, PAY_SIDES, type PaySide, type PayTerms, type SideTerms } from './payment-run.js';
import { payWords } from './payment-words.js';

/** Most characters of a comment. */
const COMMENT_MAX = 64;
const SYMBOLS_MAX = 1_024;

interface TermsSideProps {
  readonly side: PaySide;
  readonly terms: SideTerms;
  readonly onChange: (terms: SideTerms) => void;
}

const TermsSide = ({ side, terms, onChange }: TermsSideProps) => {
  const put = (change: Partial<SideTerms>): void => onChange({ ...terms, ...change });
  const faultOf = (text: string): string | null => (isAmount(text) ? null : payWords().notANumber);
  return (
    <fieldset class="stack">
      <legend>
        <strong>{payWords()[side]}</strong>
      </legend>
      <NumberField
        label={payWords().perLot}
        value={terms.perLot}
        onInput={(perLot) => put({ perLot })}
        fault={faultOf(terms.perLot)}
      />
      <TextField
        label={payWords().currency}
        value={terms.currency}
        onInput={(currency) => put({ currency })}
        maxLength={16}
      />
      <NumberField
        label={payWords().tax}
        value={terms.tax}
        onInput={(tax) => put({ tax })}
        fault={faultOf(terms.tax)}
      />
      <SelectField
        label={payWords().action}
        value={terms.action}
        choices={POSITION_PAYMENTS.map((value) => ({ value, text: actionText(value) }))}
        onSelect={(action) => put({ action })}
      />
      <TextField
        label={payWords().comment}
        value={terms.comment}
        onInput={(comment) => put({ comment })}
        maxLength={COMMENT_MAX}
      />
    </fieldset>
  );
};

interface TermsFormProps {
  readonly terms: PayTerms;
  readonly onChange: (terms: PayTerms) => void;
  readonly canPreview: boolean;
  readonly onPreview: () => void;
}

/** The terms, and the button of their preview. */
export const TermsForm = ({ terms, onChange, canPreview, onPreview }: TermsFormProps) => {
  const put = (change: Partial<PayTerms>): void => onChange({ ...terms, ...change });
  return (
    <form
      class="panel"
      aria-label={payWords().terms}
      onSubmit={(event) => {
        event.preventDefault();
        if (canPreview) onPreview();
      }}
    >
      <div class="body stack">
        <div class="payment-sides">
          <GroupField value={terms.groups} onChoose={(groups) => put({ groups })} isSearch />
          <TextField
            label={payWords().symbols}
            value={terms.symbols}
            onInput={(symbols) => put({ symbols })}
            maxLength={SYMBOLS_MAX}
          />
        </div>
        <div class="payment-sides">
          {PAY_SIDES.map((side) => (
            <TermsSide
              key={side}
              side={side}
              terms={terms.sides[side]}
              onChange={(of) => put({ sides: { ...terms.sides, [side]: of } })}
            />
          ))}
        </div>
        <CheckField label={payWords().net} isChecked={terms.net} onChange={(net) => put({ net })} />
        <CheckField
          label={payWords().skip}
          isChecked={terms.skip}
          onChange={(skip) => put({ skip })}
        />
        <div class="line">
          <Button tone="main" type="submit" isOff={!canPreview}>
            {payWords().preview}
          </Button>
          {canPreview ? null : <span class="muted">{payWords().needTerms}</span>}
        </div>
      </div>
    </form>
  );
};

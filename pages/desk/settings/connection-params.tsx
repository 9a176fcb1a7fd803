// The parameters of a datafeed or gateway: those of its module, each with the field of its type.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import type { FormFault } from '../../forms/check.js';
import type { FormFieldProps } from '../../forms/parts.js';
import { titleText } from '../../forms/words.js';
import { useStaff } from '../../frame/store.js';
import { attempt } from '../../live/refusal.js';
import { texts } from '../../texts/language.js';
import { CheckField, SelectField, TextField } from '../../ui/field.js';

const words = texts({
  none: ['The module has no parameters.', 'Das Modul hat keine Parameter.'],
  required: ['needed while it is switched on', 'nötig, solange es eingeschaltet ist'],
  sealed: ['held sealed; ******** keeps it', 'versiegelt; ******** behält ihn'],
});

type Module = components['schemas']['FeedModule'];
type Param = components['schemas']['FeedParam'];

const TRUE = 'true';
const FALSE = 'false';

interface ParamFieldProps {
  readonly param: Param;
  readonly hint: string;
  readonly fault: string | null;
  readonly isOff: boolean;
  readonly onInput: (value: string) => void;
}

const ParamField = ({ param, hint, fault, isOff, onInput }: ParamFieldProps) => {
  const { key, label, value, type, options, sealed } = param;
  const shared = { label: label || key, hint, fault, isOff };
  if (type === 'bool') {
    const isTrue = value === TRUE || value === '1';
    return (
      <CheckField {...shared} isChecked={isTrue} onChange={(is) => onInput(is ? TRUE : FALSE)} />
    );
  }
  if (type === 'enum') {
    const choices = options.map((one) => ({ value: one, text: one }));
    return <SelectField {...shared} value={value} choices={choices} onSelect={onInput} />;
  }
  return (
    <TextField
      {...shared}
      value={value}
      type={sealed ? 'password' : 'text'}
      autocomplete={sealed ? 'new-password' : 'off'}
      onInput={onInput}
    />
  );
};

/** The modules of a kind of connections. */
const useModules = (path: '/admin/v1/datafeeds/modules' | '/admin/v1/gateways/modules') => {
  const { rest } = useStaff();
  const [modules, setModules] = useState<readonly Module[]>([]);
  useEffect(() => {
    void attempt(unwrap(rest.GET(path as '/admin/v1/datafeeds/modules'))).then((answer) => {
      if (answer.ok) setModules(answer.value);
    });
  }, [path]);
  return modules;
};

/** The parameters of the module, with the values of the record; unknown ones come last. */
const shownParams = (module: Module | undefined, held: readonly Param[]): readonly Param[] => {
  const own = module?.params ?? [];
  const known = own.map((param) => {
    const value = held.find(({ key }) => key === param.key)?.value;
    return value === undefined ? param : { ...param, value };
  });
  const isOwn = (key: string): boolean => own.some((param) => param.key === key);
  return [...known, ...held.filter(({ key }) => !isOwn(key))];
};

const paramsControl =
  (path: Parameters<typeof useModules>[0]) =>
  ({ name, field, path: at, value, record, onChange, context }: FormFieldProps) => {
    const module = useModules(path).find((one) => one.module === record.module);
    const held = (value ?? []) as readonly Param[];
    const params = shownParams(module, held);
    const change = (param: Param, next: string): void => {
      const changed = { ...param, value: next };
      const isHeld = held.some(({ key }) => key === param.key);
      onChange(
        isHeld
          ? held.map((one) => (one.key === param.key ? { ...one, value: next } : one))
          : [...held, changed],
      );
    };
    const faultOf = (key: string): string | null => {
      const index = held.findIndex((one) => one.key === key);
      // The server names a parameter by its place, or by its key where the record lacks it.
      const paths = [`${at}.${index}.`, `${at}.${key}.`];
      const isOwn = ({ path }: FormFault): boolean =>
        paths.some((one) => `${path}.`.startsWith(one));
      return context.faults.find(isOwn)?.text ?? null;
    };
    const whole = context.faults.find((one) => one.path === at)?.text;
    return (
      <fieldset class="wide">
        <legend>{titleText(name, field)}</legend>
        {whole === undefined ? null : <p class="fault">{whole}</p>}
        {params.length === 0 ? <p class="muted">{words().none}</p> : null}
        <div class="form-grid">
          {params.map((param) => (
            <ParamField
              key={param.key}
              param={param}
              hint={[
                ...(param.label === '' || param.label === param.key ? [] : [param.key]),
                ...(module?.required.includes(param.key) ? [words().required] : []),
                ...(param.sealed ? [words().sealed] : []),
              ].join('; ')}
              fault={faultOf(param.key)}
              isOff={context.isReadOnly}
              onInput={(next) => change(param, next)}
            />
          ))}
        </div>
      </fieldset>
    );
  };

/** The parameters of a datafeed. */
export const FeedParams = paramsControl('/admin/v1/datafeeds/modules');
/** The parameters of a gateway. */
export const GatewayParams = paramsControl('/admin/v1/gateways/modules');

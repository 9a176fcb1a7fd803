// Names of metrics with labels, as Prometheus writes them: `gateway_up{gateway="LP 1"}`.

/** The value of a label: backslashes, quotes and line ends are escaped. */
const escaped = (value: string): string =>
  value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));

/** The name of a metric with a further label. */
export const labelled = (name: string, label: string, value: string): string => {
  const pair = `${label}="${escaped(value)}"`;
  return name.endsWith('}') ? `${name.slice(0, -1)},${pair}}` : `${name}{${pair}}`;
};

/** The same metrics for each of several things of one kind; its name is the label's value. */
export const metricsOfEach = <T>(
  things: readonly T[],
  label: string,
  nameOf: (thing: T) => string,
  metricsOf: (thing: T) => Readonly<Record<string, number>>,
): Record<string, number> =>
  Object.fromEntries(
    things.flatMap((thing) =>
      Object.entries(metricsOf(thing)).map(([name, value]) => [
        labelled(name, label, nameOf(thing)),
        value,
      ]),
    ),
  );

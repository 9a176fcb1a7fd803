// The countries of residence: their ISO codes, named by the browser in the language of the pages.

import { language } from '../../texts/language.js';

/** A country by its code. */
interface Country {
  readonly value: string;
  readonly text: string;
}

const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR ' +
  'BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ ' +
  'EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW ' +
  'GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY ' +
  'KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV ' +
  'MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY ' +
  'QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG ' +
  'TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ' +
  'ZW';

/** All countries, in the order of their names. */
export const countries = (): readonly Country[] => {
  const names = new Intl.DisplayNames(language.value, { type: 'region' });
  const { compare } = new Intl.Collator(language.value);
  return CODES.split(' ')
    .map((value) => ({ value, text: names.of(value) ?? value }))
    .toSorted((a, b) => compare(a.text, b.text));
};

/** The country of the language that the browser asks for, such as AT of `de-AT`; empty = none. */
export const ownCountry = (): string => {
  const region = new Intl.Locale(navigator.language).region ?? '';
  return CODES.split(' ').includes(region) ? region : '';
};

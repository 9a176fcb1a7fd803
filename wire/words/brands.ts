// Words of brands.

import type { SchemaWords, Sections } from './field-words.js';

const PAGES: Sections = {
  Company: {
    company: ['Company', 'Company that it is of; a company has at most one brand.'],
    address: ['Address', 'Postal address of the company.'],
    phone: ['Phone', 'Phone number of the company.'],
    support_email: ['Support', 'E-mail address for questions; empty = none.'],
    website: ['Website', 'Web address of the company; empty = none.'],
    eula_url: ['Licence agreement', 'Web address of the terms of use; empty = none.'],
    links: ['Pages', 'Web addresses by the names of their pages.'],
  },
  Terminal: {
    program_name: ['Program', 'Name of the terminal.'],
    server_name: ['Server', 'Name under which terminals show the server.'],
    short_name: ['Short name', 'Name where there is little room.'],
    color_primary: ['First colour', '`#rrggbb`; empty = that of the terminal.'],
    color_secondary: ['Second colour', '`#rrggbb`; empty = that of the terminal.'],
    color_accent: ['Accent', '`#rrggbb`; empty = that of the terminal.'],
  },
};

export const BRAND_WORDS: SchemaWords = {
  Brand: {
    ...PAGES,
    Identity: {
      is_default: ['Default', 'Does it serve hosts that no brand names? At most one does.'],
      is_licenced: ['Licenced', 'Is it issued by the applied licence?'],
      domains: ['Domains', 'Host names without port, in lower case, that it serves.'],
      default_symbols: ['First symbols', 'Symbols of the first watchlist of an account.'],
    },
    Images: {
      has_logo: ['Logo', 'Is there a logo?'],
      has_banner: ['Banner', 'Is there a banner?'],
      has_icon: ['Icon', 'Is there an icon?'],
    },
  },
  TerminalBrand: PAGES,
};

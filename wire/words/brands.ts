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

const IMAGE: Sections = {
  Image: { kind: ['Image', 'Which image of the brand.'] },
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
  BrandImagePath: IMAGE,
  HostImagePath: IMAGE,
  LicenceStatus: {
    Licence: {
      server_id: ['Server', 'Identity of this server, for which keys are made.'],
      licence_id: ['Licence', 'Name of the applied licence; empty = there is none.'],
      valid: ['Valid', 'Is a licence applied that is signed, for this server, and not over?'],
      warnings: ['Warnings', 'What is wrong or soon will be, each as a sentence.'],
      issued_at: ['Issued', 'When the key was made; null = no licence.', 'time'],
      expires_at: ['End', 'When the licence ends; null = no licence.', 'time'],
      applied_at: ['Applied', 'When the key was applied; null = no licence.', 'time'],
      applied_by: ['Applied by', 'Staff login that applied it; 0 = no licence.', 'id'],
    },
    Contents: {
      companies: ['Companies', 'What the licence issues: the main company and white labels.'],
      brands: ['Brands', 'Brands that the licence has issued.'],
      entitlements: ['Allowed', 'What the licence allows.'],
      used_accounts: ['Accounts', 'Accounts outside staff groups that are not archived.', 'count'],
      used_groups: ['Groups', 'Groups that are no staff groups.', 'count'],
    },
  },
  LicenceCompany: {
    Company: {
      name: ['Company', 'Its name, as groups and brands have it.'],
      main: ['Main', 'Is it the company of the owner of the server, and no white label?'],
      created_at: ['Since', 'When a licence issued it first.', 'time'],
    },
  },
  LicenceEntitlements: {
    Allowed: {
      max_accounts: ['Accounts', 'Most accounts that are not archived; 0 = any number.', 'count'],
      max_groups: ['Groups', 'Most groups that are no staff groups; 0 = any number.', 'count'],
    },
  },
  LicenceKeyBody: {
    Key: { key: ['Key', 'Licence key: a compact JWS, at most 8 MiB.'] },
  },
};

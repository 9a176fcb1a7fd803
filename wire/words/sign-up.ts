// Words of sign-up: options, forms, applications, settings and templates of e-mails.

import type { FieldWords, SchemaWords, Sections } from './field-words.js';

const CONFIRM: Readonly<Record<string, FieldWords>> = {
  confirm_demo: ['Confirm demo', 'Does a demo account need a confirmed e-mail address?'],
  confirm_real: ['Confirm real', 'Does an application need a confirmed e-mail address?'],
};

const person: Readonly<Record<string, FieldWords>> = {
  name: ['Name', 'First and last name.'],
  email: ['E-mail', 'E-mail address of the person.'],
  phone: ['Phone', 'Phone number.'],
  address: ['Address', 'Street and house.'],
  city: ['City', 'City of residence.'],
  country: ['Country', 'Country of residence, best as its ISO code.'],
  language: ['Language', 'Language of e-mails: `en`, `de`, or empty for the usual one.'],
};

const ALLOCATION: FieldWords = ['Offer', 'Allocation rule of the offer; 0 = the fallback group.'];

export const SIGN_UP_WORDS: SchemaWords = {
  SignUpQuery: {
    Person: {
      country: ['Country', 'Country of residence; letter case is ignored.'],
      lang: ['Language', 'Replaces `{lang}` in web addresses.'],
    },
  },
  SignUpPreviewQuery: {
    Person: { country: ['Country', 'Country of residence; letter case is ignored.'] },
    Place: { host: ['Host', 'Host to which the form would be sent; it decides on the brand.'] },
  },
  SignUpOptions: {
    Kinds: {
      demo: ['Demo', 'Can demo accounts be opened here?'],
      real: ['Real', 'Can people apply for real accounts?'],
      ...CONFIRM,
    },
    Offers: {
      allocations: ['Offers', 'Groups that are offered, the default of each kind first.'],
    },
    Pages: {
      demo_url: ['Demo page', 'Page at which demo accounts are opened; empty = here.'],
      deposit_url: ['Deposit page', 'Page for deposits; empty = none.'],
      withdraw_url: ['Withdrawal page', 'Page for withdrawals; empty = none.'],
      links: ['Links', 'Links of the first set that is for the country.'],
    },
  },
  SignUpOffer: {
    Offer: {
      allocation_id: ALLOCATION,
      kind: ['Kind', '`demo` or `real`.'],
      description: ['Description', 'For people who choose.'],
      currency: ['Currency', 'Currency of the account.'],
      countries: ['Countries', 'Countries that it is for; empty = all.'],
      default_leverage: ['Default leverage', 'Leverage of people who choose none.', 'number'],
      leverages: ['Leverages', 'Choices of leverage; empty = the default alone.', 'number'],
    },
  },
  SignUpLink: {
    Link: {
      url: ['Address', 'Web address.'],
      caption: ['Caption', 'Text of the link.'],
      caption_type: ['Caption type', '0 = the caption; 1 to 8 = texts of the terminal.', 'number'],
      sort: ['Place', 'Place among the links, from 1 on.', 'number'],
    },
  },
  SignUpCodeBody: {
    Person: { email: ['E-mail', 'Address to which the code is sent.'], language: person.language },
  },
  CodeSent: {
    Code: {
      confirmed: ['Confirmed', 'Was the address confirmed within the last 72 hours?'],
      sent: ['Sent', 'Was a code made and e-mailed?'],
    },
  },
  RegisterBody: {
    Form: {
      type: ['Kind', '`demo` opens an account at once; `real` is an application.'],
      code: ['Code', 'Code that was e-mailed, where the kind needs it.'],
      password: ['Password', 'Master password of the demo account.'],
      allocation_id: ALLOCATION,
      leverage: ['Leverage', 'One of those of the offer; nothing = its default.', 'number'],
    },
    Person: person,
  },
  Registered: {
    Result: {
      type: ['Kind', '`demo` or `real`.'],
      status: ['Status', '`opened`, or `received` for an application.'],
      login: ['Login', 'Login of the demo account; 0 = none.'],
      group: ['Group', 'Group of the demo account; empty = none.'],
      currency: ['Currency', 'Currency of the demo account; empty = none.'],
      deposit: ['Deposit', 'Money that the demo account begins with.', 'money'],
      leverage: ['Leverage', 'Leverage of the demo account; 0 = none.', 'number'],
    },
  },
  Application: {
    Identity: {
      status: ['Status', '`received`, `approved` or `rejected`.'],
      confirmed: ['Confirmed', 'Did the person show that the e-mail address is theirs?'],
      ip: ['Address', 'Address that the form came from.'],
    },
    Person: person,
    Account: {
      group: ['Group', 'Preferred group; once approved, that of the account.'],
      leverage: ['Leverage', 'Leverage that is asked for.', 'number'],
      allocation_id: ALLOCATION,
      brand_id: ['Brand', 'Brand of the host that the form was sent to; null = none.'],
      login: ['Login', 'Account that was opened; 0 = none.'],
    },
    Decision: {
      comment: ['Comment', 'For staff.'],
      reason: ['Reason', 'Why it was rejected; the person reads it.'],
      decided_by: ['Decided by', 'Staff user who approved or rejected it; 0 = nobody.', 'id'],
      decided_at: ['Decided', 'When it was approved or rejected.'],
    },
  },
  ApplicationListParams: {
    Filters: {
      status: ['Status', 'Only applications in this state.'],
      email: ['E-mail', 'A part of the e-mail address.'],
      from: ['From', 'Received at this time or later.'],
      to: ['To', 'Received before this time.'],
    },
  },
  ApproveBody: {
    Account: {
      group: ['Group', 'Group of the account; nothing = the preferred one.'],
      leverage: ['Leverage', 'Leverage of the account; nothing = that asked for.', 'number'],
      login: ['Login', 'Login of the account; 0 or nothing = the next free one.'],
    },
  },
  RejectBody: { Decision: { reason: ['Reason', 'Text for the person; it is e-mailed.'] } },
  SignUpSettings: {
    Kinds: {
      demo: ['Demo', 'Can people open demo accounts?'],
      real: ['Real', 'Can people apply for real accounts?'],
      ...CONFIRM,
    },
    Groups: {
      demo_group: ['Demo group', 'Where no allocation rule for demo accounts is on; empty = none.'],
      real_group: ['Real group', 'Where no allocation rule for real accounts is on; empty = none.'],
    },
    Languages: {
      languages: ['Languages', 'Languages in which e-mails are written.'],
      default_language: ['Default language', 'For people who choose none of these.'],
    },
    Limits: {
      test_networks: [
        'Test networks',
        'Prefixes of addresses whose forms, codes and reads are not limited by address.',
      ],
    },
  },
  EmailTemplate: {
    Identity: {
      id: ['Id', 'Name and language, such as `code.en`.'],
      name: ['Name', 'E-mail that it is for.'],
      language: ['Language', 'Language of its texts.'],
    },
    Texts: {
      subject: ['Subject', 'Subject with placeholders.'],
      text: ['Text', 'Text part with placeholders.'],
      html: ['HTML', 'HTML part with placeholders; empty = the text alone.'],
    },
  },
  TemplateReset: {
    Identity: { version: ['Version', 'Version that was read last.', 'number'] },
  },
} satisfies Readonly<Record<string, Sections>>;

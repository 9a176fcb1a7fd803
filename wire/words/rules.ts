// Words of routing, leverage, allocations, holidays, reports and files between servers.

import type { FieldWords, SchemaWords, Sections } from './field-words.js';

const kinds = (says: string): Sections => ({
  Kinds: {
    symbols: ['Symbols', `${says} of symbols.`],
    leverage_profiles: ['Leverage profiles', `${says} of leverage profiles.`],
    groups: ['Groups', `${says} of groups.`],
    staff: ['Staff', `${says} of staff users, by login.`],
    datafeeds: ['Datafeeds', `${says} of datafeeds.`],
    gateways: ['Gateways', `${says} of gateways.`],
    routing: ['Routing', `${says} of routing rules.`],
    holidays: ['Holidays', `${says} of holidays.`],
    reports: ['Reports', `${says} of report configurations.`],
    brands: ['Brands', `${says} of brands.`],
    allocations: ['Allocation rules', `${says} of allocation rules.`],
    allocation_settings: ['Allocation settings', `${says} of the settings of allocation.`],
    sign_up: ['Sign-up', `${says} of the settings of sign-up.`],
    email_templates: ['E-mail templates', `${says} of e-mail templates.`],
    mail_servers: ['Mail servers', `${says} of mail servers.`],
    platform: ['Platform', `${says} of the settings of the platform.`],
    logical_servers: ['Logical servers', `${says} of logical servers.`],
  },
});

const KIND: FieldWords = ['Kind', 'Kind of settings.'];
const KEY: FieldWords = ['Key', 'Key of the item among its kind.'];

const file: Sections = {
  File: {
    format: ['Format', 'Always `app-config`.'],
    version: ['Format version', 'Version of the format.', 'number'],
    exported_at: ['Exported', 'When the file was made.'],
    source: ['Source', 'Server that the file comes from.'],
    key_fields: ['Key fields', 'Field by which items are known; empty = there is one item.'],
    kinds: ['Kinds', 'Items by kind.'],
    logins: ['Logins', 'Staff login here by login of the server of the file; null = nobody.'],
    denied: ['Denied', 'Kinds that the caller may not read.'],
  },
};

const rule: Sections = {
  Rule: {
    name: ['Name', 'Name of the rule.'],
    mask: ['Mask', 'Symbols that it is for: names or paths.'],
    range_basis: ['Range of', 'What the tiers measure: lots or value, of all or one symbol.'],
    currency: ['Currency', 'Currency of values; empty = the deposit currency.'],
    tiers: ['Tiers', 'Factors by size.'],
  },
};

const named: Sections = {
  Rule: {
    name: ['Name', 'Name of the rule.'],
    action: ['Action', 'What the rule does with requests.'],
  },
};

const samples: Sections = {
  Request: {
    login: ['Login', 'Account that asks; nothing = none in particular.'],
    group: ['Group', 'Its group; nothing = that of the account.'],
    kind: ['Request kind', 'What is asked for; nothing = `open`.'],
    order_kind: ['Order kind', 'Kind of order; nothing = `market`.'],
  },
  Time: {
    time: ['Time', 'When it comes; nothing = now.'],
    hour: ['Hour', 'Hour on the server clock, in the stead of the time.', 'number'],
    weekday: ['Weekday', '0 = Sunday, in the stead of the time.', 'number'],
    online: ['Online', 'Dealers that are taken to be on line.', 'id'],
  },
};

const condition: Sections = {
  Condition: {
    field: ['Field', 'What is compared.'],
    op: ['Comparison', 'How it is compared: equal, not, greater, less.'],
    value: ['Value', 'What it is compared with; texts are masks.'],
    actual: ['Actual', 'What the request has.'],
  },
};

const dealers: FieldWords = ['Dealers', 'Logins in the order in which they are asked.'];

export const RULE_WORDS: SchemaWords = {
  RoutingRule: {
    Identity: { name: ['Name', 'Unique among the rules.'] },
    Decision: {
      action: [
        'Action',
        'Who decides, or what is changed before the walk goes on. `confirm_market_price` and ' +
          '`confirm_request_price` fill at the market, or at the price asked for; `reject` ' +
          'refuses; `requote` offers the market price; `dealer` asks the `dealers` in turn, ' +
          '`online_dealers` whoever is on line; `gateway` sends to the first of the gateways in ' +
          '`dealers` that is on line; `delay` waits, `clear_stops` removes the stops, and both ' +
          'go on.',
      ],
      action_value: [
        'Value',
        'Of `reject` the text for the client, of `delay` milliseconds, 1 to 60000; else empty.',
      ],
      dealers: [
        'Dealers',
        'Logins in order; of a gateway rule, ids of gateways. A disabled rule may have none.',
      ],
      skip_no_dealer: ['Skip without dealer', 'Is it passed over while none is on line?'],
      wait_sec: ['Wait', 'How long the dealers have together; for rules that ask them.', 'seconds'],
      otherwise: [
        'Otherwise',
        'What becomes of a request that no dealer decided in time, or that all returned: ' +
          '`reject` refuses it, `market` confirms it at the market price, `next` goes on below.',
      ],
    },
    Conditions: {
      conditions: ['Conditions', 'All of them must hold.'],
      order_kinds: ['Order kinds', 'Kinds of orders that it takes; empty = all.'],
      request_kinds: ['Request kinds', 'Kinds of requests that it takes; empty = all.'],
    },
  },
  RoutingCondition: condition,
  UnmetCondition: condition,
  RoutingFields: {
    Choices: {
      fields: ['Fields', 'Fields that conditions compare.'],
      actions: ['Actions', 'Actions of rules.'],
      request_kinds: ['Request kinds', 'Every kind of request.'],
      order_kinds: ['Order kinds', 'Every kind of order.'],
    },
  },
  RoutingField: {
    Choices: {
      field: ['Field', 'Name of the field.'],
      type: ['Type', 'Number or text.'],
      ops: ['Comparisons', 'Comparisons that it allows.'],
    },
  },
  RoutingSample: samples,
  RoutingTest: {
    Decision: {
      rule: ['Rule', 'Rule that decides; null = none does.'],
      action: ['Action', 'What happens to the request.'],
      action_value: ['Value', 'Value of the action.'],
      dealers,
      delay_ms: ['Delay', 'Delay that rules before it added.'],
      clear_stops: ['Clear stops', 'Do rules before it take stops away?'],
    },
    Walk: {
      facts: ['Facts', 'What conditions see of the request.'],
      walked: ['Walk', 'Every rule that was looked at, in order.'],
    },
  },
  RoutingRuleName: named,
  RoutingStep: {
    ...named,
    Walk: {
      matched: ['Matched', 'Do all conditions hold?'],
      unmet: ['Unmet', 'The condition that does not hold; null = all hold.'],
      passed_over: ['Passed over', 'It fits, but nobody answers or nothing is to clear.'],
    },
  },
  RoutingDealers: { Decision: { dealers } },
  DealersBody: { Decision: { dealers } },
  DealerPath: {
    Identity: {
      id: ['Rule', 'Id of the routing rule.'],
      dealer: ['Dealer', 'Login of the dealer.'],
    },
  },
  LeverageProfile: {
    Identity: {
      name: ['Name', 'Unique among the profiles.'],
      enabled: ['Enabled', 'Do groups that name it follow it?'],
    },
    Rules: { rules: ['Rules', 'The first that fits a symbol decides.'] },
    Usage: { groups: ['Groups', 'Groups in scope that use it.'] },
  },
  LeverageSwitch: {
    Plan: {
      groups: ['Groups', 'Masks of group paths; groups are found at the time of the switch.'],
      profile_from_id: ['From', 'Leverage profile that they have before; null = none.', 'id'],
      profile_to_id: ['To', 'Leverage profile that they get; null = none.', 'id'],
      at: ['At', 'When they get it; a time that is over is at once.', 'time'],
      until: ['Until', 'When they get the former one back; null = never.', 'time'],
    },
    State: {
      status: ['State', 'Planned; active until its end; or done.'],
      switched: ['Switched', 'Ids of the groups that got the profile.', 'id'],
    },
  },
  LeverageRule: rule,
  RulePatch: rule,
  RuleInsert: {
    Rule: {
      rule: ['Rule', 'The new rule.'],
      position: ['Position', 'Its place, from 1 on; 0 or nothing = last.', 'number'],
    },
  },
  RuleOrder: { Rule: { order: ['Order', 'The number of each rule, once.', 'number'] } },
  RulePath: {
    Identity: {
      id: ['Profile', 'Id of the leverage profile.'],
      n: ['Number', 'Place of the rule, from 1 on.', 'number'],
    },
  },
  LeverageTier: {
    Range: {
      range_from: ['From', 'Start of the range; the end of the tier before.', 'ratio'],
      range_to: ['To', 'End of the range in lots or value; 0 = open.', 'ratio'],
    },
    Margin: {
      initial: ['Initial', 'Factor of the initial margin.', 'ratio'],
      maintenance: ['Maintenance', 'Factor of the margin held.', 'ratio'],
    },
  },
  AllocationRule: {
    Place: {
      group_path: ['Group', 'Group that new accounts get.'],
      priority: ['Priority', 'The lowest that fits decides.', 'number'],
    },
    Conditions: {
      countries: ['Countries', 'Countries of residence; empty = every one.'],
      white_label_id: ['Brand', 'Id of the brand; null = every brand of the company.'],
    },
    Leverage: {
      default_leverage: ['Leverage', 'Offered first; 0 = that of the group.', 'ratio'],
      leverages: ['Leverages', 'Allowed choices; empty = the first alone.', 'ratio'],
    },
  },
  AllocationSettings: {
    Pages: {
      demo_url: ['Demo page', 'Where demo accounts are opened; empty = here.'],
      deposit_url: ['Deposit page', 'Where is paid in; empty = none.'],
      withdraw_url: ['Withdrawal page', 'Where is paid out; empty = none.'],
    },
    Links: { link_sets: ['Link sets', 'Links shown to people who sign up, by country.'] },
  },
  LinkSet: {
    Links: {
      countries: ['Countries', 'Countries it is for; empty = every one.'],
      sort: ['Order', 'The lowest comes first.', 'number'],
      links: ['Links', 'The links, in order.'],
    },
  },
  Link: {
    Link: {
      url: ['Address', 'Address of the page.'],
      caption: ['Caption', 'Its text.'],
      caption_type: ['Caption kind', '0 = the caption; 1 to 8 = texts of terminals.', 'number'],
    },
  },
  Holiday: {
    Day: {
      year: ['Year', 'Calendar year; 0 = every year.', 'number'],
      month: ['Month', 'Month, 1 to 12.', 'number'],
      day: ['Day', 'Day of the month.', 'number'],
      from_min: ['From', 'Minute of the day, server clock, at which it starts.'],
      to_min: ['To', 'Minute of the day at which it ends, exclusive.'],
    },
    Symbols: { symbols: ['Symbols', 'Masks of names or paths; `!` excludes.'] },
  },
  HolidaysQuery: {
    Filter: {
      year: ['Year', 'Holidays of this year and of every year; 0 = any.', 'number'],
      month: ['Month', 'Holidays of this month; 0 = any.', 'number'],
    },
  },
  HolidayCheck: {
    Result: {
      closed: ['Closed', 'Does a holiday close the symbol for a part of the day?'],
      date: ['Date', 'The day on the server clock.'],
      holidays: ['Holidays', 'The holidays that close it.'],
    },
  },
  ReportConfig: {
    Identity: {
      name: ['Name', 'Folder, sub-folder and report, joined by backslashes.'],
      module: ['Module', 'What makes the report.'],
      position: ['Position', 'Place in the list, from 1 on; 0 = last.', 'number'],
    },
    Parameters: { params: ['Parameters', 'Values of the module by name.'] },
  },
  AvailableReport: {
    Identity: {
      name: ['Name', 'Folder, sub-folder and report, joined by backslashes.'],
      module: ['Module', 'What makes the report.'],
      position: ['Position', 'Place in the list.', 'number'],
      description: ['Description', 'What it shows.'],
      daily: ['Daily', 'Does it show lines of ended days?'],
    },
    Parameters: {
      params: ['Parameters', 'Values of the module by name.'],
      inputs: ['Inputs', 'What the caller may enter.'],
    },
    Access: {
      can_export: ['Export', 'May the caller take its rows away as a file?'],
      oldest_from: ['Oldest day', 'First day that the caller may request; null = any.'],
    },
  },
  ReportModule: {
    Module: {
      module: ['Module', 'Name that configurations name it by.'],
      title: ['Title', 'Its name for people.'],
      description: ['Description', 'What its reports show.'],
      inputs: ['Inputs', 'What is asked for when a report is made.'],
      params: ['Parameters', 'Parameters of its configurations.'],
      daily: ['Daily', 'Does it need the end of a day?'],
    },
  },
  ReportParam: {
    Parameter: {
      name: ['Name', 'Name of the parameter.'],
      description: ['Purpose', 'Its purpose in a sentence.'],
    },
  },
  TransferCatalog: { Kinds: { kinds: ['Kinds', 'Every kind with its items.'] } },
  TransferCatalogKind: {
    Kind: {
      kind: KIND,
      key_field: ['Key field', 'Field by which its items are known.'],
      count: ['Count', 'Number of its items.', 'count'],
      can_read: ['Readable', 'May the caller export it?'],
      can_write: ['Writable', 'May the caller import it?'],
      items: ['Items', 'Its items by key.'],
    },
  },
  TransferCatalogItem: { Item: { key: KEY, name: ['Name', 'Its name for people.'] } },
  ExportBody: { Selection: { kinds: ['Kinds', 'Kinds with keys of items, or null for all.'] } },
  TransferSelection: kinds('Keys, or null for all,'),
  TransferKinds: kinds('Items'),
  TransferFile: file,
  TransferUpload: file,
  TransferBody: {
    File: { file: ['File', 'The file as it was exported.'] },
    Selection: {
      select: ['Selection', 'Items to take; nothing = all of the file.'],
      options: ['Options', 'How items that are there, or are not, are dealt with.'],
    },
  },
  TransferOptions: {
    Options: {
      mode: ['Mode', 'Create and change, create alone, or change alone.'],
      new_symbols_trading_disabled: ['New symbols closed', 'Are new symbols made untradable?'],
      new_connections_disabled: [
        'New connections off',
        'Do datafeeds, gateways and mail servers that are new or disabled here stay disabled? ' +
          'New ones without their secrets always do.',
      ],
    },
  },
  TransferResult: {
    Result: {
      items: ['Items', 'What came, or would come, of each item.'],
      summary: ['Summary', 'Number of items by action.', 'count'],
    },
  },
  TransferItem: {
    Result: {
      kind: KIND,
      key: KEY,
      action: ['Action', 'What was, or would be, done.'],
      changes: ['Changes', 'Fields that change.'],
      warnings: ['Warnings', 'What to look at afterwards.'],
    },
  },
  DeleteBody: {
    Selection: {
      kind: KIND,
      keys: ['Keys', 'Keys of the items.'],
      dry_run: ['Dry run', 'Only say what would be done? Send false to delete.'],
    },
  },
  DeleteResult: { Result: { items: ['Items', 'What came of each key.'] } },
  TransferDeleteItem: {
    Result: {
      key: KEY,
      action: ['Action', 'What was, or would be, done.'],
      warning: ['Warning', 'What to look at afterwards; empty = nothing.'],
    },
  },
  SettingsExportQuery: { Selection: { kind: KIND } },
  SettingsExport: {
    Result: { kind: KIND, items: ['Items', 'Records as their list shows them.'] },
  },
  SettingsImportBody: {
    Selection: { kind: KIND, items: ['Items', 'Records as their list shows them.'] },
  },
  ImportOutcome: {
    Result: {
      action: ['Action', 'What was done with the record.'],
      identity: ['Identity', 'Path of the record.'],
    },
  },
};

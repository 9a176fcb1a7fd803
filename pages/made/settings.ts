// The kinds of settings, made by the build from the description of the routes.

import type { StaffOperation } from './rights.js';

/** A field of a form, as the server describes it. */
export interface FieldSchema {
  readonly type: 'string' | 'decimal' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly title?: string;
  readonly description?: string;
  readonly section?: string;
  readonly unit?: string;
  readonly format?: string;
  readonly reference?: { readonly kind: string; readonly by: string };
  readonly isNullable?: boolean;
  readonly isSecret?: boolean;
  /** Set when the record is made, and never again. */
  readonly isFixed?: boolean;
  readonly isRequired?: boolean;
  readonly choices?: readonly (string | number)[];
  readonly items?: FieldSchema;
  readonly fields?: Readonly<Record<string, FieldSchema>>;
  readonly values?: FieldSchema;
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly default?: unknown;
}

/** A kind of settings. */
export interface SettingsKind {
  /** Its name in the address. */
  readonly name: string;
  readonly path: string;
  /** The member that names a record. */
  readonly key: 'id' | 'login';
  /** One record without a number. */
  readonly isSingle: boolean;
  readonly list: StaffOperation;
  readonly create?: StaffOperation;
  readonly change?: StaffOperation;
  readonly changeBy: 'PATCH' | 'PUT';
  readonly delete?: StaffOperation;
  /** The deletion takes a confirmation in its body. */
  readonly deletesWithBody: boolean;
  readonly order?: StaffOperation;
  readonly fields: Readonly<Record<string, FieldSchema>>;
}

/** The kinds of settings, in the order of the routes. */
export const KINDS: readonly SettingsKind[] = [
 {
  "name": "holidays",
  "path": "/admin/v1/holidays",
  "key": "id",
  "isSingle": false,
  "list": "holidays.list",
  "create": "holidays.create",
  "change": "holidays.change",
  "changeBy": "PATCH",
  "delete": "holidays.delete",
  "deletesWithBody": false,
  "order": "holidays.order",
  "fields": {
   "year": {
    "type": "integer",
    "title": "Year",
    "description": "Calendar year; 0 = every year.",
    "section": "Day",
    "unit": "number",
    "min": 0,
    "max": 9999,
    "default": 0
   },
   "month": {
    "type": "integer",
    "title": "Month",
    "description": "Month, 1 to 12.",
    "section": "Day",
    "unit": "number",
    "min": 1,
    "max": 12,
    "isRequired": true
   },
   "day": {
    "type": "integer",
    "title": "Day",
    "description": "Day of the month.",
    "section": "Day",
    "unit": "number",
    "min": 1,
    "max": 31,
    "isRequired": true
   },
   "description": {
    "type": "string",
    "title": "Description",
    "description": "Text for people; the server does not read it.",
    "section": "Identity",
    "maxLength": 128,
    "default": ""
   },
   "enabled": {
    "type": "boolean",
    "title": "Enabled",
    "description": "Is the record in use?",
    "section": "Identity",
    "default": true
   },
   "from_min": {
    "type": "integer",
    "title": "From",
    "description": "Minute of the day, server clock, at which it starts. In minutes.",
    "section": "Day",
    "unit": "minutes",
    "format": "minute-of-day",
    "min": 0,
    "max": 1440,
    "default": 0
   },
   "to_min": {
    "type": "integer",
    "title": "To",
    "description": "Minute of the day at which it ends, exclusive. In minutes.",
    "section": "Day",
    "unit": "minutes",
    "format": "minute-of-day",
    "min": 0,
    "max": 1440,
    "default": 1440
   },
   "symbols": {
    "type": "array",
    "title": "Symbols",
    "description": "Masks of names or paths; `!` excludes.",
    "section": "Symbols",
    "reference": {
     "kind": "symbol",
     "by": "mask"
    },
    "items": {
     "type": "string",
     "minLength": 1,
     "maxLength": 128
    },
    "maxItems": 512,
    "default": [
     "*"
    ]
   }
  }
 },
 {
  "name": "reports.configs",
  "path": "/admin/v1/reports/configs",
  "key": "id",
  "isSingle": false,
  "list": "reports.configs.list",
  "create": "reports.configs.create",
  "change": "reports.configs.change",
  "changeBy": "PATCH",
  "delete": "reports.configs.delete",
  "deletesWithBody": false,
  "order": "reports.configs.order",
  "fields": {
   "name": {
    "type": "string",
    "title": "Name",
    "description": "Folder, sub-folder and report, joined by backslashes.",
    "section": "Identity",
    "maxLength": 255,
    "isRequired": true
   },
   "module": {
    "type": "string",
    "title": "Module",
    "description": "Module that makes the report.",
    "section": "Identity",
    "choices": [
     "daily",
     "exposure",
     "accounts",
     "balance_operations",
     "deals",
     "orders",
     "closed_positions",
     "profit_by_symbol",
     "profit_by_group",
     "profit_by_login",
     "commissions",
     "swaps",
     "stop_outs"
    ],
    "isRequired": true
   },
   "enabled": {
    "type": "boolean",
    "title": "Enabled",
    "description": "Is the record in use?",
    "section": "Identity",
    "default": true
   },
   "position": {
    "type": "integer",
    "title": "Position",
    "description": "Place in the list, from 1 on; 0 = last.",
    "section": "Identity",
    "unit": "number",
    "min": 0,
    "max": 1000000000,
    "default": 0
   },
   "params": {
    "type": "object",
    "title": "Parameters",
    "description": "Values of the module by name.",
    "section": "Parameters",
    "values": {
     "type": "string",
     "maxLength": 1024
    },
    "default": {}
   }
  }
 },
 {
  "name": "leverage-profiles",
  "path": "/admin/v1/leverage-profiles",
  "key": "id",
  "isSingle": false,
  "list": "leverage-profiles.list",
  "create": "leverage-profiles.create",
  "change": "leverage-profiles.change",
  "changeBy": "PATCH",
  "delete": "leverage-profiles.delete",
  "deletesWithBody": false,
  "fields": {
   "name": {
    "type": "string",
    "title": "Name",
    "description": "Unique among the profiles.",
    "section": "Identity",
    "minLength": 1,
    "maxLength": 64,
    "isRequired": true
   },
   "enabled": {
    "type": "boolean",
    "title": "Enabled",
    "description": "Do groups that name it follow it?",
    "section": "Identity",
    "default": true
   },
   "rules": {
    "type": "array",
    "title": "Rules",
    "description": "The first that fits a symbol decides.",
    "section": "Rules",
    "items": {
     "type": "object",
     "title": "LeverageRuleInput",
     "fields": {
      "name": {
       "type": "string",
       "title": "Name",
       "description": "Name of the rule.",
       "section": "Rule",
       "minLength": 1,
       "maxLength": 64,
       "isRequired": true
      },
      "mask": {
       "type": "string",
       "title": "Mask",
       "description": "Symbols that it is for: names or paths.",
       "section": "Rule",
       "reference": {
        "kind": "symbol",
        "by": "mask"
       },
       "minLength": 1,
       "maxLength": 4096,
       "isRequired": true
      },
      "range_basis": {
       "type": "string",
       "title": "Range of",
       "description": "Measure of the tiers: lots or value, of all or one symbol.",
       "section": "Rule",
       "choices": [
        "volume",
        "volume_per_symbol",
        "value",
        "value_per_symbol"
       ],
       "isRequired": true
      },
      "currency": {
       "type": "string",
       "title": "Currency",
       "description": "Currency of values; empty = the deposit currency.",
       "section": "Rule",
       "format": "currency",
       "pattern": "^([A-Z]{3,8})?$",
       "default": ""
      },
      "description": {
       "type": "string",
       "title": "Description",
       "description": "Text for people; the server does not read it.",
       "section": "Identity",
       "maxLength": 255,
       "default": ""
      },
      "tiers": {
       "type": "array",
       "title": "Tiers",
       "description": "Factors by size.",
       "section": "Rule",
       "items": {
        "type": "object",
        "title": "LeverageTierInput",
        "fields": {
         "range_from": {
          "type": "decimal",
          "title": "From",
          "description": "Start of the range; the end of the tier before.",
          "section": "Range",
          "unit": "ratio",
          "default": "0"
         },
         "range_to": {
          "type": "decimal",
          "title": "To",
          "description": "End of the range in lots or value; 0 = open.",
          "section": "Range",
          "unit": "ratio",
          "default": "0"
         },
         "initial": {
          "type": "decimal",
          "title": "Initial",
          "description": "Factor of the initial margin.",
          "section": "Margin",
          "unit": "ratio",
          "isRequired": true
         },
         "maintenance": {
          "type": "decimal",
          "title": "Maintenance",
          "description": "Factor of the margin held.",
          "section": "Margin",
          "unit": "ratio",
          "isRequired": true
         }
        }
       },
       "maxItems": 100,
       "isRequired": true
      }
     }
    },
    "maxItems": 1024,
    "default": []
   }
  }
 },
 {
  "name": "leverage-switches",
  "path": "/admin/v1/leverage-switches",
  "key": "id",
  "isSingle": false,
  "list": "leverage-switches.list",
  "create": "leverage-switches.create",
  "change": "leverage-switches.change",
  "changeBy": "PATCH",
  "delete": "leverage-switches.delete",
  "deletesWithBody": false,
  "fields": {
   "groups": {
    "type": "string",
    "title": "Groups",
    "description": "Masks of group paths; groups are found at the time of the switch.",
    "section": "Plan",
    "reference": {
     "kind": "group",
     "by": "mask"
    },
    "minLength": 1,
    "maxLength": 128,
    "isRequired": true
   },
   "profile_from_id": {
    "type": "integer",
    "min": 1,
    "max": 9007199254740991,
    "title": "From",
    "description": "Leverage profile that they have before; null = none.",
    "section": "Plan",
    "unit": "id",
    "reference": {
     "kind": "leverage_profile",
     "by": "id"
    },
    "isNullable": true,
    "isRequired": true
   },
   "profile_to_id": {
    "type": "integer",
    "min": 1,
    "max": 9007199254740991,
    "title": "To",
    "description": "Leverage profile that they get; null = none.",
    "section": "Plan",
    "unit": "id",
    "reference": {
     "kind": "leverage_profile",
     "by": "id"
    },
    "isNullable": true,
    "isRequired": true
   },
   "at": {
    "type": "string",
    "title": "At",
    "description": "Time at which they get it; a past time means at once. RFC 3339, UTC.",
    "section": "Plan",
    "unit": "time",
    "isRequired": true
   },
   "until": {
    "type": "string",
    "title": "Until",
    "description": "Time at which they get the former one back; null = never. RFC 3339, UTC.",
    "section": "Plan",
    "unit": "time",
    "isNullable": true,
    "default": null
   }
  }
 },
 {
  "name": "mail-servers",
  "path": "/admin/v1/mail-servers",
  "key": "id",
  "isSingle": false,
  "list": "mail-servers.list",
  "create": "mail-servers.create",
  "change": "mail-servers.change",
  "changeBy": "PATCH",
  "delete": "mail-servers.delete",
  "deletesWithBody": false,
  "fields": {
   "name": {
    "type": "string",
    "title": "Name",
    "description": "Unique: letters, digits, spaces, `. _ & # -`.",
    "section": "Identity",
    "pattern": "^[A-Za-z0-9._&#-]([A-Za-z0-9 ._&#-]{0,62}[A-Za-z0-9._&#-])?$",
    "isRequired": true
   },
   "server": {
    "type": "string",
    "title": "Server",
    "description": "`host:port` of the SMTP server.",
    "section": "Connection",
    "maxLength": 300,
    "isRequired": true
   },
   "security": {
    "type": "string",
    "title": "Security",
    "description": "Plain, upgraded by STARTTLS, or TLS from the start.",
    "section": "Connection",
    "choices": [
     "none",
     "starttls",
     "tls"
    ],
    "default": "starttls"
   },
   "login": {
    "type": "string",
    "title": "Login",
    "description": "User name at the mail server; empty = no sign-in.",
    "section": "Connection",
    "maxLength": 255,
    "default": ""
   },
   "password": {
    "type": "string",
    "title": "Password",
    "description": "Password of the login; held sealed, never shown; `********` keeps it.",
    "section": "Connection",
    "isSecret": true,
    "maxLength": 255,
    "default": ""
   },
   "sender_email": {
    "type": "string",
    "title": "Sender address",
    "description": "Address that e-mails come from.",
    "section": "Sender",
    "format": "email",
    "maxLength": 254,
    "isRequired": true
   },
   "sender_name": {
    "type": "string",
    "title": "Sender name",
    "description": "Name that e-mails come from.",
    "section": "Sender",
    "maxLength": 128,
    "default": ""
   },
   "enabled": {
    "type": "boolean",
    "title": "Enabled",
    "description": "Is the record in use?",
    "section": "Identity",
    "default": true
   },
   "is_default": {
    "type": "boolean",
    "title": "Default",
    "description": "Do e-mails without a server of their own go out here?",
    "section": "Identity",
    "default": false
   }
  }
 },
 {
  "name": "symbols",
  "path": "/admin/v1/symbols",
  "key": "id",
  "isSingle": false,
  "list": "config.symbols.list",
  "create": "config.symbols.create",
  "change": "config.symbols.change",
  "changeBy": "PATCH",
  "delete": "config.symbols.delete",
  "deletesWithBody": true,
  "fields": {
   "path": {
    "type": "string",
    "title": "Path",
    "description": "Folders and name, joined by backslashes; unique in any letter case.",
    "section": "Identity",
    "minLength": 1,
    "maxLength": 128,
    "isRequired": true
   },
   "name": {
    "type": "string",
    "title": "Name",
    "description": "Last part of the path; fixed once it is made.",
    "section": "Identity",
    "minLength": 1,
    "maxLength": 32
   },
   "description": {
    "type": "string",
    "title": "Description",
    "description": "The instrument in words.",
    "section": "Identity",
    "maxLength": 128,
    "default": ""
   },
   "isin": {
    "type": "string",
    "title": "ISIN",
    "description": "International number of the security; empty = none.",
    "section": "Identity",
    "maxLength": 32,
    "default": ""
   },
   "exchange": {
    "type": "string",
    "title": "Exchange",
    "description": "Exchange at which the instrument is listed.",
    "section": "Identity",
    "maxLength": 64,
    "default": ""
   },
   "category": {
    "type": "string",
    "title": "Category",
    "description": "Class of the instrument.",
    "section": "Identity",
    "maxLength": 64,
    "default": ""
   },
   "country": {
    "type": "string",
    "title": "Country",
    "description": "Country of the instrument.",
    "section": "Identity",
    "maxLength": 64,
    "default": ""
   },
   "color": {
    "type": "string",
    "title": "Color",
    "description": "Color in lists.",
    "section": "Identity",
    "maxLength": 16,
    "default": ""
   },
   "currency_base": {
    "type": "string",
    "title": "Base currency",
    "description": "Currency or asset that is traded.",
    "section": "Identity",
    "format": "currency",
    "pattern": "^[A-Z]{3,8}$",
    "isRequired": true
   },
   "currency_profit": {
    "type": "string",
    "title": "Profit currency",
    "description": "Currency of prices and results.",
    "section": "Identity",
    "format": "currency",
    "pattern": "^[A-Z]{3,8}$",
    "isRequired": true
   },
   "currency_margin": {
    "type": "string",
    "title": "Margin currency",
    "description": "Currency in which margin is counted.",
    "section": "Identity",
    "format": "currency",
    "pattern": "^[A-Z]{3,8}$"
   },
   "digits": {
    "type": "integer",
    "title": "Digits",
    "description": "Decimals of the prices.",
    "section": "Price",
    "unit": "count",
    "min": 0,
    "max": 10,
    "isRequired": true
   },
   "contract_size": {
    "type": "decimal",
    "title": "Contract size",
    "description": "Units of the base asset in one lot. In units of the base asset.",
    "section": "Prices",
    "unit": "contract units",
    "isRequired": true
   },
   "tick_size": {
    "type": "decimal",
    "title": "Tick size",
    "description": "Smallest step of the price; 0 = one point. A price of the symbol.",
    "section": "Price",
    "unit": "price",
    "default": "0"
   },
   "tick_value": {
    "type": "decimal",
    "title": "Tick value",
    "description": "Value of a tick of one lot; 0 = by the contract size. In the profit currency.",
    "section": "Price",
    "unit": "profit currency",
    "default": "0"
   },
   "calc_mode": {
    "type": "string",
    "title": "Calculation",
    "description": "Formula of margin and result.",
    "section": "Price",
    "choices": [
     "forex",
     "forex_no_leverage",
     "cfd",
     "cfd_leverage",
     "cfd_index",
     "futures",
     "exchange_stocks"
    ],
    "isRequired": true
   },
   "profit_conversion": {
    "type": "string",
    "title": "Conversion",
    "description": "Are results converted at the rate of deal or market?",
    "section": "Price",
    "choices": [
     "by_deal",
     "by_market"
    ],
    "default": "by_deal"
   },
   "chart_mode": {
    "type": "string",
    "title": "Chart",
    "description": "Are bars made of bids or of trades?",
    "section": "Price",
    "choices": [
     "bid",
     "last"
    ],
    "default": "bid"
   },
   "source_symbol_id": {
    "type": "integer",
    "min": 1,
    "max": 9007199254740991,
    "title": "Source",
    "description": "Symbol whose quotes are used; null = its own.",
    "section": "Price",
    "unit": "id",
    "reference": {
     "kind": "symbol",
     "by": "id"
    },
    "isNullable": true,
    "default": null
   },
   "spread": {
    "type": "integer",
    "title": "Spread",
    "description": "Fixed spread; 0 = as feeds send it. In points: units of the last digit of the price.",
    "section": "Price",
    "unit": "points",
    "min": 0,
    "max": 1000000,
    "default": 0
   },
   "spread_balance_bid": {
    "type": "integer",
    "title": "Bid shift",
    "description": "Shift of the bid. In points: units of the last digit of the price.",
    "section": "Price",
    "unit": "points",
    "min": -1000000,
    "max": 1000000,
    "default": 0
   },
   "spread_balance_ask": {
    "type": "integer",
    "title": "Ask shift",
    "description": "Shift of the ask. In points: units of the last digit of the price.",
    "section": "Price",
    "unit": "points",
    "min": -1000000,
    "max": 1000000,
    "default": 0
   },
   "quote_max_delay_sec": {
    "type": "integer",
    "title": "Age of quotes",
    "description": "Older quotes are not traded at; 0 = any age. In seconds.",
    "section": "Price",
    "unit": "seconds",
    "min": 0,
    "max": 86400,
    "default": 0
   },
   "request_timeout_sec": {
    "type": "integer",
    "title": "Offer life",
    "description": "Validity of an offered price. In seconds.",
    "section": "Trade",
    "unit": "seconds",
    "min": 1,
    "max": 3600,
    "default": 10
   },
   "instant_max_volume": {
    "type": "decimal",
    "title": "Instant volume",
    "description": "Larger trades are executed on request; 0 = none are. In lots.",
    "section": "Trade",
    "unit": "lots",
    "default": "0"
   },
   "instant_price_age_sec": {
    "type": "integer",
    "title": "Instant age",
    "description": "Oldest price that is dealt at; 0 = any that is not better than the market. In seconds.",
    "section": "Trade",
    "unit": "seconds",
    "min": 0,
    "max": 3600,
    "default": 0
   },
   "instant_dev_profit_pts": {
    "type": "integer",
    "title": "Gain kept",
    "description": "Move in favour of the client that is passed over. In points: units of the last digit of the price.",
    "section": "Trade",
    "unit": "points",
    "min": 0,
    "max": 1000000,
    "default": 0
   },
   "instant_dev_loss_pts": {
    "type": "integer",
    "title": "Loss borne",
    "description": "Move against the client that is passed over. In points: units of the last digit of the price.",
    "section": "Trade",
    "unit": "points",
    "min": 0,
    "max": 1000000,
    "default": 0
   },
   "manual_quote_pts": {
    "type": "integer",
    "title": "Manual quotes",
    "description": "Farthest price of staff from the market, or of corrections from the deals, or move of a quick edit; 0 = only a first one. In points: units of the last digit of the price.",
    "section": "Trade",
    "unit": "points",
    "min": 0,
    "max": 1000000000,
    "default": 1000
   },
   "filter_pts": {
    "type": "integer",
    "title": "Filter",
    "description": "A quote of a datafeed further than this from the last accepted one is held back; 0 = none. In points: units of the last digit of the price.",
    "section": "Trade",
    "unit": "points",
    "min": 0,
    "max": 1000000000,
    "default": 0
   },
   "filter_count": {
    "type": "integer",
    "title": "Confirmed by",
    "description": "Further quotes after which a new level is accepted.",
    "section": "Trade",
    "unit": "count",
    "min": 1,
    "max": 1000,
    "default": 3
   },
   "filter_sec": {
    "type": "integer",
    "title": "Confirmed within",
    "description": "Time in which these quotes must come. In seconds.",
    "section": "Trade",
    "unit": "seconds",
    "min": 1,
    "max": 3600,
    "default": 10
   },
   "starts_at": {
    "type": "string",
    "title": "First day",
    "description": "Before it positions are closed only; null = none. RFC 3339, UTC.",
    "section": "Trade",
    "unit": "time",
    "isNullable": true,
    "default": null
   },
   "ends_at": {
    "type": "string",
    "title": "Last day",
    "description": "After it positions are closed only; null = none. RFC 3339, UTC.",
    "section": "Trade",
    "unit": "time",
    "isNullable": true,
    "default": null
   },
   "quote_sessions": {
    "type": "array",
    "title": "Quote sessions",
    "description": "Times at which quotes are taken, on the server clock.",
    "section": "Sessions",
    "items": {
     "type": "object",
     "title": "TradingSessionInput",
     "fields": {
      "day": {
       "type": "integer",
       "title": "Weekday",
       "description": "0 = Sunday to 6 = Saturday.",
       "section": "Session",
       "unit": "number",
       "format": "weekday",
       "min": 0,
       "max": 6,
       "isRequired": true
      },
      "from_min": {
       "type": "integer",
       "title": "From",
       "description": "Minute of the day, server clock, at which it starts. In minutes.",
       "section": "Session",
       "unit": "minutes",
       "format": "minute-of-day",
       "min": 0,
       "max": 1440,
       "default": 0
      },
      "to_min": {
       "type": "integer",
       "title": "To",
       "description": "Minute of the day at which it ends, exclusive. In minutes.",
       "section": "Session",
       "unit": "minutes",
       "format": "minute-of-day",
       "min": 0,
       "max": 1440,
       "default": 1440
      }
     }
    },
    "maxItems": 224,
    "default": [
     {
      "day": 0,
      "from_min": 0,
      "to_min": 1440
     },
     {
      "day": 1,
      "from_min": 0,
      "to_min": 1440
     },
     {
      "day": 2,
      "from_min": 0,
      "to_min": 1440
     },
     {
      "day": 3,
      "from_min": 0,
      "to_min": 1440
     },
     {
      "day": 4,
      "from_min": 0,
      "to_min": 1440
     },
     {
      "day": 5,
      "from_min": 0,
      "to_min": 1440
     },
     {
      "day": 6,
      "from_min": 0,
      "to_min": 1440
     }
    ]
   },
   "trade_sessions": {
    "type": "array",
    "title": "Trade sessions",
    "description": "Times at which the symbol trades, on the server clock.",
    "section": "Sessions",
    "items": {
     "type": "object",
     "title": "TradingSessionInput",
     "fields": {
      "day": {
       "type": "integer",
       "title": "Weekday",
       "description": "0 = Sunday to 6 = Saturday.",
       "section": "Session",
       "unit": "number",
       "format": "weekday",
       "min": 0,
       "max": 6,
       "isRequired": true
      },
      "from_min": {
       "type": "integer",
       "title": "From",
       "description": "Minute of the day, server clock, at which it starts. In minutes.",
       "section": "Session",
       "unit": "minutes",
       "format": "minute-of-day",
       "min": 0,
       "max": 1440,
       "default": 0
      },
      "to_min": {
       "type": "integer",
       "title": "To",
       "description": "Minute of the day at which it ends, exclusive. In minutes.",
       "section": "Session",
       "unit": "minutes",
       "format": "minute-of-day",
       "min": 0,
       "max": 1440,
       "default": 1440
      }
     }
    },
    "maxItems": 224,
    "default": [
     {
      "day": 0,
      "from_min": 0,
      "to_min": 1440
     },
     {
      "day": 1,
      "from_min": 0,
      "to_min": 1440
     },
     {
      "day": 2,
      "from_min": 0,
      "to_min": 1440
     },
     {
      "day": 3,
      "from_min": 0,
      "to_min": 1440
     },
     {
      "day": 4,
      "from_min": 0,
      "to_min": 1440
     },
     {
      "day": 5,
      "from_min": 0,
      "to_min": 1440
     },
     {
      "day": 6,
      "from_min": 0,
      "to_min": 1440
     }
    ]
   },
   "trade_access": {
    "type": "string",
    "title": "Trade access",
    "description": "Trades that are allowed: none, buy, sell, close, or all.",
    "section": "Trade",
    "choices": [
     "disabled",
     "long_only",
     "short_only",
     "close_only",
     "full"
    ],
    "default": "full"
   },
   "execution_mode": {
    "type": "string",
    "title": "Execution",
    "description": "On request, instantly, at market or at an exchange.",
    "section": "Trade",
    "choices": [
     "request",
     "instant",
     "market",
     "exchange"
    ],
    "default": "market"
   },
   "fill_flags": {
    "type": "array",
    "title": "Fill policies",
    "description": "Policies allowed for market orders.",
    "section": "Trade",
    "items": {
     "type": "string",
     "choices": [
      "fok",
      "ioc"
     ]
    },
    "default": [
     "fok",
     "ioc"
    ]
   },
   "order_flags": {
    "type": "array",
    "title": "Order kinds",
    "description": "Kinds of orders, and stops, that are allowed.",
    "section": "Trade",
    "items": {
     "type": "string",
     "choices": [
      "market",
      "limit",
      "stop",
      "stop_limit",
      "sl",
      "tp",
      "close_by"
     ]
    },
    "default": [
     "market",
     "limit",
     "stop",
     "stop_limit",
     "sl",
     "tp",
     "close_by"
    ]
   },
   "expiration_flags": {
    "type": "array",
    "title": "Lifetimes",
    "description": "Lifetimes allowed for pending orders.",
    "section": "Trade",
    "items": {
     "type": "string",
     "choices": [
      "gtc",
      "day",
      "specified",
      "specified_day"
     ]
    },
    "default": [
     "gtc",
     "day",
     "specified",
     "specified_day"
    ]
   },
   "gtc_mode": {
    "type": "string",
    "title": "Good till cancelled",
    "description": "Do orders and stops outlive the trading day?",
    "section": "Trade",
    "choices": [
     "gtc",
     "daily",
     "daily_no_stops"
    ],
    "default": "gtc"
   },
   "stops_level": {
    "type": "integer",
    "title": "Stops level",
    "description": "Least distance of stops and orders from the price. In points: units of the last digit of the price.",
    "section": "Trade",
    "unit": "points",
    "min": 0,
    "max": 1000000,
    "default": 0
   },
   "freeze_level": {
    "type": "integer",
    "title": "Freeze level",
    "description": "Distance from the price within which nothing can be changed. In points: units of the last digit of the price.",
    "section": "Trade",
    "unit": "points",
    "min": 0,
    "max": 1000000,
    "default": 0
   },
   "volume_min": {
    "type": "decimal",
    "title": "Minimum volume",
    "description": "Smallest size of a trade. In lots.",
    "section": "Volume",
    "unit": "lots",
    "default": "0.01"
   },
   "volume_max": {
    "type": "decimal",
    "title": "Maximum volume",
    "description": "Largest size of a trade. In lots.",
    "section": "Volume",
    "unit": "lots",
    "default": "100"
   },
   "volume_step": {
    "type": "decimal",
    "title": "Volume step",
    "description": "Sizes are multiples of this step. In lots.",
    "section": "Volume",
    "unit": "lots",
    "default": "0.01"
   },
   "volume_limit": {
    "type": "decimal",
    "title": "Volume limit",
    "description": "Most in one direction, orders included; 0 = none. In lots.",
    "section": "Volume",
    "unit": "lots",
    "default": "0"
   },
   "margin_initial": {
    "type": "decimal",
    "title": "Initial margin",
    "description": "Money for a lot; 0 = by formula. In the margin currency.",
    "section": "Margin",
    "unit": "margin currency",
    "default": "0"
   },
   "margin_maintenance": {
    "type": "decimal",
    "title": "Maintenance margin",
    "description": "Money for a lot held; 0 = as initial. In the margin currency.",
    "section": "Margin",
    "unit": "margin currency",
    "default": "0"
   },
   "margin_hedged": {
    "type": "decimal",
    "title": "Hedged margin",
    "description": "Contract size of a covered lot, or money where initial margin is set.",
    "section": "Margin",
    "unit": "ratio",
    "default": "0"
   },
   "hedged_larger_leg": {
    "type": "boolean",
    "title": "Larger leg",
    "description": "Is the margin of the larger side charged when hedged?",
    "section": "Margin",
    "default": false
   },
   "margin_recalc_rates": {
    "type": "boolean",
    "title": "Current rates",
    "description": "Are margin rates of positions renewed at the end of a day?",
    "section": "Margin",
    "default": false
   },
   "margin_check_process": {
    "type": "boolean",
    "title": "Check at execution",
    "description": "Is margin checked again when it is executed?",
    "section": "Margin",
    "default": false
   },
   "margin_check_sltp": {
    "type": "boolean",
    "title": "Check at stops",
    "description": "Does a stop stay where the margin does not allow its trade?",
    "section": "Margin",
    "default": false
   },
   "margin_rates": {
    "type": "array",
    "title": "Margin rates",
    "description": "Factors of the margin by side and kind of order.",
    "section": "Margin",
    "items": {
     "type": "object",
     "title": "MarginRateInput",
     "fields": {
      "side": {
       "type": "string",
       "title": "Side",
       "description": "Bought or sold.",
       "section": "Trade",
       "choices": [
        "buy",
        "sell"
       ],
       "isRequired": true
      },
      "order_kind": {
       "type": "string",
       "title": "Order kind",
       "description": "Kind of order that the factor is for.",
       "section": "Margin",
       "choices": [
        "market",
        "limit",
        "stop",
        "stop_limit"
       ],
       "isRequired": true
      },
      "initial": {
       "type": "decimal",
       "title": "Initial",
       "description": "Factor of the initial margin.",
       "section": "Margin",
       "unit": "ratio",
       "isRequired": true
      },
      "maintenance": {
       "type": "decimal",
       "title": "Maintenance",
       "description": "Factor of the margin held; 0 = as initial.",
       "section": "Margin",
       "unit": "ratio",
       "default": "0"
      }
     }
    },
    "maxItems": 8,
    "default": []
   },
   "swap_mode": {
    "type": "string",
    "title": "Swap mode",
    "description": "Unit in which swaps are counted.",
    "section": "Swap",
    "choices": [
     "disabled",
     "points",
     "money_base",
     "money_margin",
     "money_profit",
     "money_deposit",
     "percent_current",
     "percent_open",
     "reopen_close",
     "reopen_bid"
    ],
    "default": "disabled"
   },
   "swap_long": {
    "type": "decimal",
    "title": "Swap of buys",
    "description": "Swap for a night; above zero in favour of the client. In currency, points or percent, as the mode says.",
    "section": "Swap",
    "unit": "currency or percent",
    "default": "0"
   },
   "swap_short": {
    "type": "decimal",
    "title": "Swap of sells",
    "description": "Swap for a night; above zero in favour of the client. In currency, points or percent, as the mode says.",
    "section": "Swap",
    "unit": "currency or percent",
    "default": "0"
   },
   "swap_triple_day": {
    "type": "string",
    "title": "Triple day",
    "description": "Weekday whose night counts three times.",
    "section": "Swap",
    "choices": [
     "none",
     "sunday",
     "monday",
     "tuesday",
     "wednesday",
     "thursday",
     "friday",
     "saturday"
    ],
    "default": "wednesday"
   },
   "swap_multipliers": {
    "type": "array",
    "items": {
     "type": "decimal"
    },
    "maxItems": 7,
    "title": "Night factors",
    "description": "Factor of each night, Sunday first; null = by the triple day.",
    "section": "Swap",
    "unit": "ratio",
    "isNullable": true,
    "default": null
   },
   "swap_days_in_year": {
    "type": "integer",
    "title": "Days of a year",
    "description": "Divisor of yearly percents. In days.",
    "section": "Swap",
    "unit": "days",
    "min": 1,
    "max": 366,
    "default": 360
   },
   "swap_holidays": {
    "type": "boolean",
    "title": "Holidays",
    "description": "Does a holiday pay no swap, and the day before for it?",
    "section": "Swap",
    "default": false
   }
  }
 },
 {
  "name": "groups",
  "path": "/admin/v1/groups",
  "key": "id",
  "isSingle": false,
  "list": "groups.list",
  "create": "groups.create",
  "change": "groups.change",
  "changeBy": "PATCH",
  "delete": "groups.delete",
  "deletesWithBody": false,
  "fields": {
   "path": {
    "type": "string",
    "title": "Path",
    "description": "Folders and name; fixed once the group has an account.",
    "section": "Identity",
    "minLength": 1,
    "maxLength": 128,
    "isRequired": true
   },
   "company": {
    "type": "string",
    "title": "Company",
    "description": "Company that its accounts belong to.",
    "section": "Identity",
    "maxLength": 128,
    "default": ""
   },
   "currency": {
    "type": "string",
    "title": "Deposit currency",
    "description": "Currency of its accounts; fixed once it has one.",
    "section": "Identity",
    "format": "currency",
    "pattern": "^[A-Z]{3,8}$",
    "isRequired": true
   },
   "currency_digits": {
    "type": "integer",
    "title": "Currency digits",
    "description": "Decimals of amounts; nothing = by ISO 4217.",
    "section": "Identity",
    "unit": "count",
    "min": 0,
    "max": 8,
    "default": 0
   },
   "margin_mode": {
    "type": "string",
    "title": "Margin mode",
    "description": "Hedging: many positions of a symbol; netting: one.",
    "section": "Margin",
    "choices": [
     "hedging",
     "netting"
    ],
    "default": "hedging"
   },
   "stopout_mode": {
    "type": "string",
    "title": "Stop-out mode",
    "description": "Are the two levels in percent of margin or in money?",
    "section": "Margin",
    "choices": [
     "percent",
     "money"
    ],
    "default": "percent"
   },
   "margin_call": {
    "type": "decimal",
    "title": "Margin call",
    "description": "Level at which the account is warned. In currency, points or percent, as the mode says.",
    "section": "Margin",
    "unit": "currency or percent",
    "default": "100"
   },
   "stop_out": {
    "type": "decimal",
    "title": "Stop-out",
    "description": "Level at which positions are closed. In currency, points or percent, as the mode says.",
    "section": "Margin",
    "unit": "currency or percent",
    "default": "50"
   },
   "so_hedged": {
    "type": "boolean",
    "title": "Stop-out of hedges",
    "description": "Do accounts without margin stop out when equity is negative?",
    "section": "Margin",
    "default": false
   },
   "so_compensation": {
    "type": "boolean",
    "title": "Compensation",
    "description": "Is a negative balance after a stop-out set to zero?",
    "section": "Margin",
    "default": false
   },
   "so_compensation_credit": {
    "type": "boolean",
    "title": "Credit removed",
    "description": "Does a compensation take the credit away?",
    "section": "Margin",
    "default": false
   },
   "stopout_close": {
    "type": "string",
    "title": "Stop-out closes",
    "description": "Whole positions, or as much as is needed?",
    "section": "Margin",
    "choices": [
     "whole",
     "partial"
    ],
    "default": "whole"
   },
   "free_margin_mode": {
    "type": "string",
    "title": "Free margin",
    "description": "Floating results that count for the free margin.",
    "section": "Margin",
    "choices": [
     "use_pl",
     "not_use",
     "profit_only",
     "loss_only"
    ],
    "default": "use_pl"
   },
   "profit_blocked_till_eod": {
    "type": "boolean",
    "title": "Block profit",
    "description": "Are profits unusable until the day ends?",
    "section": "Margin",
    "default": false
   },
   "leverage_default": {
    "type": "integer",
    "title": "Leverage",
    "description": "Leverage of accounts without an own one.",
    "section": "Margin",
    "unit": "ratio",
    "min": 1,
    "max": 10000,
    "default": 100
   },
   "leverage_profile_id": {
    "type": "integer",
    "min": 1,
    "max": 9007199254740991,
    "title": "Leverage profile",
    "description": "Floating leverage; null = none.",
    "section": "Margin",
    "unit": "id",
    "reference": {
     "kind": "leverage_profile",
     "by": "id"
    },
    "isNullable": true,
    "default": null
   },
   "limit_orders": {
    "type": "integer",
    "title": "Order limit",
    "description": "Most pending orders of an account; 0 = none.",
    "section": "Limits",
    "unit": "count",
    "min": 0,
    "max": 1000000,
    "default": 0
   },
   "limit_positions": {
    "type": "integer",
    "title": "Position limit",
    "description": "Most positions of an account; 0 = none.",
    "section": "Limits",
    "unit": "count",
    "min": 0,
    "max": 1000000,
    "default": 0
   },
   "limit_symbols": {
    "type": "integer",
    "title": "Symbol limit",
    "description": "Most symbols that a terminal watches; 0 = none.",
    "section": "Limits",
    "unit": "count",
    "min": 0,
    "max": 1000000,
    "default": 0
   },
   "history_days": {
    "type": "integer",
    "title": "History",
    "description": "Time that traders see back; 0 = everything. In days.",
    "section": "Limits",
    "unit": "days",
    "min": 0,
    "max": 36500,
    "default": 0
   },
   "trading_enabled": {
    "type": "boolean",
    "title": "Trading",
    "description": "May its accounts trade?",
    "section": "Trading",
    "default": true
   },
   "connection_enabled": {
    "type": "boolean",
    "title": "Connection",
    "description": "May its accounts sign in?",
    "section": "Access",
    "default": true
   },
   "terminals": {
    "type": "array",
    "title": "Terminals",
    "description": "Kinds of terminals that its accounts may use.",
    "section": "Access",
    "items": {
     "type": "string",
     "choices": [
      "admin",
      "manager",
      "web",
      "android",
      "ios",
      "desktop",
      "api"
     ]
    },
    "default": [
     "admin",
     "manager",
     "web",
     "android",
     "ios",
     "desktop",
     "api"
    ]
   },
   "swaps_enabled": {
    "type": "boolean",
    "title": "Swaps",
    "description": "Are swaps charged?",
    "section": "Trading",
    "default": true
   },
   "expiration_enabled": {
    "type": "boolean",
    "title": "Expiration",
    "description": "May pending orders have an end?",
    "section": "Trading",
    "default": true
   },
   "hedge_prohibited": {
    "type": "boolean",
    "title": "No opposite positions",
    "description": "Are positions against each other refused?",
    "section": "Trading",
    "default": false
   },
   "fifo_close": {
    "type": "boolean",
    "title": "Oldest first",
    "description": "Must the oldest position be closed first?",
    "section": "Trading",
    "default": false
   },
   "mail_enabled": {
    "type": "boolean",
    "title": "Mail",
    "description": "May its accounts send and get internal mail?",
    "section": "Messages",
    "default": true
   },
   "reports_enabled": {
    "type": "boolean",
    "title": "Statements",
    "description": "Are statements made for its accounts?",
    "section": "Messages",
    "default": true
   },
   "otp_required": {
    "type": "boolean",
    "title": "Codes required",
    "description": "Must its accounts use one-time codes?",
    "section": "Access",
    "default": false
   },
   "password_change_first_login": {
    "type": "boolean",
    "title": "New password",
    "description": "Must the first sign-in change it?",
    "section": "Access",
    "default": false
   },
   "password_min_length": {
    "type": "integer",
    "title": "Password length",
    "description": "Least number of characters.",
    "section": "Access",
    "unit": "count",
    "min": 8,
    "max": 16,
    "default": 8
   },
   "news_mode": {
    "type": "string",
    "title": "News",
    "description": "No news, headlines, or whole texts.",
    "section": "Messages",
    "choices": [
     "none",
     "headers",
     "full"
    ],
    "default": "full"
   },
   "transfer_mode": {
    "type": "string",
    "title": "Transfers",
    "description": "Accounts between which traders may move money; stored only.",
    "section": "Trading",
    "choices": [
     "none",
     "same_name",
     "same_group",
     "both"
    ],
    "default": "none"
   },
   "interest_rate": {
    "type": "decimal",
    "title": "Interest",
    "description": "Yearly interest on the balance. In percent.",
    "section": "Interest",
    "unit": "percent",
    "default": "0"
   },
   "interest_days": {
    "type": "integer",
    "title": "Days of a year",
    "description": "Divisor of the yearly rate. In days.",
    "section": "Interest",
    "unit": "days",
    "choices": [
     360,
     365
    ],
    "default": 365
   },
   "demo_deposit": {
    "type": "decimal",
    "title": "Demo deposit",
    "description": "Money that a new demo account gets. In the deposit currency of the account.",
    "section": "Demo",
    "unit": "money",
    "default": "0"
   },
   "demo_inactivity_days": {
    "type": "integer",
    "title": "Demo inactivity",
    "description": "Idle demo accounts end after it; 0 = never. In days.",
    "section": "Demo",
    "unit": "days",
    "min": 0,
    "max": 36500,
    "default": 0
   },
   "deposit_url": {
    "type": "string",
    "title": "Deposit page",
    "description": "Page for deposits; empty = none.",
    "section": "Messages",
    "format": "url",
    "maxLength": 512,
    "default": ""
   },
   "withdraw_url": {
    "type": "string",
    "title": "Withdrawal page",
    "description": "Page for withdrawals; empty = none.",
    "section": "Messages",
    "format": "url",
    "maxLength": 512,
    "default": ""
   },
   "support_url": {
    "type": "string",
    "title": "Support page",
    "description": "Page for help; empty = none.",
    "section": "Messages",
    "format": "url",
    "maxLength": 512,
    "default": ""
   },
   "symbols": {
    "type": "array",
    "title": "Symbols",
    "description": "Offered symbols; the first row that fits decides.",
    "section": "Symbols",
    "items": {
     "type": "object",
     "title": "GroupSymbolInput",
     "fields": {
      "position": {
       "type": "integer",
       "title": "Position",
       "description": "Place among the rows, from 1 on.",
       "section": "Identity",
       "unit": "number",
       "min": 1,
       "max": 1024
      },
      "mask": {
       "type": "string",
       "title": "Mask",
       "description": "Symbols of the row: names or paths, `*` and `!` allowed.",
       "section": "Identity",
       "reference": {
        "kind": "symbol",
        "by": "mask"
       },
       "minLength": 1,
       "maxLength": 128,
       "isRequired": true
      },
      "trade_access": {
       "type": "string",
       "choices": [
        "disabled",
        "long_only",
        "short_only",
        "close_only",
        "full"
       ],
       "title": "Trade access",
       "description": "Trades that are allowed: none, buy, sell, close, or all.",
       "section": "Trade",
       "isNullable": true,
       "default": null
      },
      "execution_mode": {
       "type": "string",
       "choices": [
        "request",
        "instant",
        "market",
        "exchange"
       ],
       "title": "Execution",
       "description": "On request, instantly, at market or at an exchange.",
       "section": "Trade",
       "isNullable": true,
       "default": null
      },
      "fill_flags": {
       "type": "array",
       "items": {
        "type": "string",
        "choices": [
         "fok",
         "ioc"
        ]
       },
       "title": "Fill policies",
       "description": "Policies allowed for market orders.",
       "section": "Trade",
       "isNullable": true,
       "default": null
      },
      "order_flags": {
       "type": "array",
       "items": {
        "type": "string",
        "choices": [
         "market",
         "limit",
         "stop",
         "stop_limit",
         "sl",
         "tp",
         "close_by"
        ]
       },
       "title": "Order kinds",
       "description": "Kinds of orders, and stops, that are allowed.",
       "section": "Trade",
       "isNullable": true,
       "default": null
      },
      "expiration_flags": {
       "type": "array",
       "items": {
        "type": "string",
        "choices": [
         "gtc",
         "day",
         "specified",
         "specified_day"
        ]
       },
       "title": "Lifetimes",
       "description": "Lifetimes allowed for pending orders.",
       "section": "Trade",
       "isNullable": true,
       "default": null
      },
      "gtc_mode": {
       "type": "string",
       "choices": [
        "gtc",
        "daily",
        "daily_no_stops"
       ],
       "title": "Good till cancelled",
       "description": "Do orders and stops outlive the trading day?",
       "section": "Trade",
       "isNullable": true,
       "default": null
      },
      "stops_level": {
       "type": "integer",
       "min": 0,
       "max": 1000000,
       "title": "Stops level",
       "description": "Least distance of stops and orders from the price. In points: units of the last digit of the price.",
       "section": "Trade",
       "unit": "points",
       "isNullable": true,
       "default": null
      },
      "freeze_level": {
       "type": "integer",
       "min": 0,
       "max": 1000000,
       "title": "Freeze level",
       "description": "Distance from the price within which nothing can be changed. In points: units of the last digit of the price.",
       "section": "Trade",
       "unit": "points",
       "isNullable": true,
       "default": null
      },
      "volume_min": {
       "type": "decimal",
       "title": "Minimum volume",
       "description": "Smallest size of a trade. In lots.",
       "section": "Volume",
       "unit": "lots",
       "isNullable": true,
       "default": null
      },
      "volume_max": {
       "type": "decimal",
       "title": "Maximum volume",
       "description": "Largest size of a trade. In lots.",
       "section": "Volume",
       "unit": "lots",
       "isNullable": true,
       "default": null
      },
      "volume_step": {
       "type": "decimal",
       "title": "Volume step",
       "description": "Sizes are multiples of this step. In lots.",
       "section": "Volume",
       "unit": "lots",
       "isNullable": true,
       "default": null
      },
      "volume_limit": {
       "type": "decimal",
       "title": "Volume limit",
       "description": "Most in one direction, orders included; 0 = none. In lots.",
       "section": "Volume",
       "unit": "lots",
       "isNullable": true,
       "default": null
      },
      "margin_initial": {
       "type": "decimal",
       "title": "Initial margin",
       "description": "Money for a lot; 0 = by formula. In the margin currency.",
       "section": "Margin",
       "unit": "margin currency",
       "isNullable": true,
       "default": null
      },
      "margin_maintenance": {
       "type": "decimal",
       "title": "Maintenance margin",
       "description": "Money for a lot held; 0 = as initial. In the margin currency.",
       "section": "Margin",
       "unit": "margin currency",
       "isNullable": true,
       "default": null
      },
      "margin_hedged": {
       "type": "decimal",
       "title": "Hedged margin",
       "description": "Contract size of a covered lot, or money where initial margin is set.",
       "section": "Margin",
       "unit": "ratio",
       "isNullable": true,
       "default": null
      },
      "hedged_larger_leg": {
       "type": "boolean",
       "title": "Larger leg",
       "description": "Is the margin of the larger side charged when hedged?",
       "section": "Margin",
       "isNullable": true,
       "default": null
      },
      "margin_recalc_rates": {
       "type": "boolean",
       "title": "Current rates",
       "description": "Are margin rates of positions renewed at the end of a day?",
       "section": "Margin",
       "isNullable": true,
       "default": null
      },
      "margin_check_process": {
       "type": "boolean",
       "title": "Check at execution",
       "description": "Is margin checked again when it is executed?",
       "section": "Margin",
       "isNullable": true,
       "default": null
      },
      "margin_check_sltp": {
       "type": "boolean",
       "title": "Check at stops",
       "description": "Does a stop stay where the margin does not allow its trade?",
       "section": "Margin",
       "isNullable": true,
       "default": null
      },
      "margin_rates": {
       "type": "array",
       "items": {
        "type": "object",
        "title": "MarginRateInput",
        "fields": {
         "side": {
          "type": "string",
          "title": "Side",
          "description": "Bought or sold.",
          "section": "Trade",
          "choices": [
           "buy",
           "sell"
          ],
          "isRequired": true
         },
         "order_kind": {
          "type": "string",
          "title": "Order kind",
          "description": "Kind of order that the factor is for.",
          "section": "Margin",
          "choices": [
           "market",
           "limit",
           "stop",
           "stop_limit"
          ],
          "isRequired": true
         },
         "initial": {
          "type": "decimal",
          "title": "Initial",
          "description": "Factor of the initial margin.",
          "section": "Margin",
          "unit": "ratio",
          "isRequired": true
         },
         "maintenance": {
          "type": "decimal",
          "title": "Maintenance",
          "description": "Factor of the margin held; 0 = as initial.",
          "section": "Margin",
          "unit": "ratio",
          "default": "0"
         }
        }
       },
       "maxItems": 8,
       "title": "Margin rates",
       "description": "Factors of the margin by side and kind of order.",
       "section": "Margin",
       "isNullable": true,
       "default": null
      },
      "swap_mode": {
       "type": "string",
       "choices": [
        "disabled",
        "points",
        "money_base",
        "money_margin",
        "money_profit",
        "money_deposit",
        "percent_current",
        "percent_open",
        "reopen_close",
        "reopen_bid"
       ],
       "title": "Swap mode",
       "description": "Unit in which swaps are counted.",
       "section": "Swap",
       "isNullable": true,
       "default": null
      },
      "swap_long": {
       "type": "decimal",
       "title": "Swap of buys",
       "description": "Swap for a night; above zero in favour of the client. In currency, points or percent, as the mode says.",
       "section": "Swap",
       "unit": "currency or percent",
       "isNullable": true,
       "default": null
      },
      "swap_short": {
       "type": "decimal",
       "title": "Swap of sells",
       "description": "Swap for a night; above zero in favour of the client. In currency, points or percent, as the mode says.",
       "section": "Swap",
       "unit": "currency or percent",
       "isNullable": true,
       "default": null
      },
      "swap_triple_day": {
       "type": "string",
       "choices": [
        "none",
        "sunday",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday"
       ],
       "title": "Triple day",
       "description": "Weekday whose night counts three times.",
       "section": "Swap",
       "isNullable": true,
       "default": null
      },
      "swap_multipliers": {
       "type": "array",
       "items": {
        "type": "decimal"
       },
       "maxItems": 7,
       "isNullable": true,
       "title": "Night factors",
       "description": "Factor of each night, Sunday first; null = by the triple day.",
       "section": "Swap",
       "unit": "ratio",
       "default": null
      },
      "swap_days_in_year": {
       "type": "integer",
       "min": 1,
       "max": 366,
       "title": "Days of a year",
       "description": "Divisor of yearly percents. In days.",
       "section": "Swap",
       "unit": "days",
       "isNullable": true,
       "default": null
      },
      "swap_holidays": {
       "type": "boolean",
       "title": "Holidays",
       "description": "Does a holiday pay no swap, and the day before for it?",
       "section": "Swap",
       "isNullable": true,
       "default": null
      },
      "spread_diff": {
       "type": "integer",
       "title": "Spread markup",
       "description": "Widens the spread of the symbol. In points: units of the last digit of the price.",
       "section": "Price",
       "unit": "points",
       "min": -1000000,
       "max": 1000000,
       "default": 0
      },
      "spread_diff_bid": {
       "type": "integer",
       "title": "Part of the bid",
       "description": "Part of the markup taken from the bid. In points: units of the last digit of the price.",
       "section": "Price",
       "unit": "points",
       "min": -1000000,
       "max": 1000000,
       "default": 0
      }
     }
    },
    "maxItems": 1024,
    "default": []
   },
   "commissions": {
    "type": "array",
    "title": "Commissions",
    "description": "Rules of commissions and fees.",
    "section": "Commissions",
    "items": {
     "type": "object",
     "title": "CommissionRuleInput",
     "fields": {
      "name": {
       "type": "string",
       "title": "Name",
       "description": "Name of the rule, as charges name it.",
       "section": "Identity",
       "maxLength": 64,
       "default": ""
      },
      "description": {
       "type": "string",
       "title": "Description",
       "description": "Text for people; the server does not read it.",
       "section": "Identity",
       "maxLength": 128,
       "default": ""
      },
      "mask": {
       "type": "string",
       "title": "Mask",
       "description": "Symbols that it is charged for: names or paths.",
       "section": "Identity",
       "reference": {
        "kind": "symbol",
        "by": "mask"
       },
       "minLength": 1,
       "maxLength": 128,
       "isRequired": true
      },
      "kind": {
       "type": "string",
       "title": "Kind",
       "description": "Commission, a share for the agent, or a fee.",
       "section": "Identity",
       "choices": [
        "standard",
        "agent",
        "fee"
       ],
       "default": "standard"
      },
      "charge": {
       "type": "string",
       "title": "Charged",
       "description": "Time of the charge: at once, at the end of the day or of the month.",
       "section": "Charge",
       "choices": [
        "instant",
        "daily",
        "monthly"
       ],
       "default": "instant"
      },
      "range": {
       "type": "string",
       "title": "Range of",
       "description": "Measure of the tiers.",
       "section": "Charge",
       "choices": [
        "volume",
        "turnover_money",
        "turnover_volume",
        "value",
        "profit"
       ],
       "default": "volume"
      },
      "turnover_currency": {
       "type": "string",
       "title": "Turnover currency",
       "description": "Currency of turnovers; empty = deposit.",
       "section": "Charge",
       "format": "currency",
       "pattern": "^([A-Z]{3,8})?$",
       "default": ""
      },
      "entry": {
       "type": "string",
       "title": "Entry",
       "description": "Deals that open, that close, or all.",
       "section": "Filter",
       "choices": [
        "all",
        "in",
        "out"
       ],
       "default": "all"
      },
      "side": {
       "type": "string",
       "title": "Side",
       "description": "Deals that buy, that sell, or all.",
       "section": "Filter",
       "choices": [
        "all",
        "buy",
        "sell"
       ],
       "default": "all"
      },
      "profit_filter": {
       "type": "string",
       "title": "Result",
       "description": "Deals with a profit, with a loss, or all.",
       "section": "Filter",
       "choices": [
        "all",
        "profit",
        "loss"
       ],
       "default": "all"
      },
      "reasons": {
       "type": "array",
       "title": "Reasons",
       "description": "Reasons of deals; empty = all.",
       "section": "Filter",
       "items": {
        "type": "string",
        "choices": [
         "client",
         "web",
         "mobile",
         "api",
         "expert",
         "dealer",
         "sl",
         "tp",
         "so",
         "rollover",
         "gateway",
         "external_client",
         "external_service",
         "sync",
         "split",
         "corporate_action",
         "correction"
        ]
       },
       "default": []
      },
      "min_per": {
       "type": "string",
       "title": "Bounds per",
       "description": "Do minimum and maximum bound all deals of an order, or each deal?",
       "section": "Tiers",
       "choices": [
        "order",
        "deal"
       ],
       "default": "order"
      },
      "tiers": {
       "type": "array",
       "title": "Tiers",
       "description": "Rates by range.",
       "section": "Tiers",
       "items": {
        "type": "object",
        "title": "CommissionTierInput",
        "fields": {
         "range_from": {
          "type": "decimal",
          "title": "From",
          "description": "Start of the range, as the rule measures. In currency, points or percent, as the mode says.",
          "section": "Range",
          "unit": "currency or percent",
          "default": "0"
         },
         "range_to": {
          "type": "decimal",
          "title": "To",
          "description": "End of the range; 0 = open. In currency, points or percent, as the mode says.",
          "section": "Range",
          "unit": "currency or percent",
          "default": "0"
         },
         "mode": {
          "type": "string",
          "title": "Mode",
          "description": "Currency, points or percent that the value is in.",
          "section": "Charge",
          "choices": [
           "deposit",
           "base",
           "profit",
           "margin",
           "specified",
           "points",
           "percent",
           "profit_percent"
          ],
          "default": "deposit"
         },
         "currency": {
          "type": "string",
          "title": "Currency",
          "description": "Currency of the mode `specified`; empty = none.",
          "section": "Charge",
          "format": "currency",
          "pattern": "^([A-Z]{3,8})?$",
          "default": ""
         },
         "type": {
          "type": "string",
          "title": "Per",
          "description": "Base of the charge: each deal or each lot.",
          "section": "Charge",
          "choices": [
           "per_deal",
           "per_lot"
          ],
          "default": "per_lot"
         },
         "value": {
          "type": "decimal",
          "title": "Value",
          "description": "The rate. In currency, points or percent, as the mode says.",
          "section": "Charge",
          "unit": "currency or percent",
          "isRequired": true
         },
         "min": {
          "type": "decimal",
          "title": "Minimum",
          "description": "Least charge of an order or deal; 0 = none. In the deposit currency of the account.",
          "section": "Charge",
          "unit": "money",
          "default": "0"
         },
         "max": {
          "type": "decimal",
          "title": "Maximum",
          "description": "Most charge of an order or deal; 0 = none. In the deposit currency of the account.",
          "section": "Charge",
          "unit": "money",
          "default": "0"
         }
        }
       },
       "maxItems": 100,
       "isRequired": true
      }
     }
    },
    "maxItems": 256,
    "default": []
   }
  }
 },
 {
  "name": "routing",
  "path": "/admin/v1/routing",
  "key": "id",
  "isSingle": false,
  "list": "routing.list",
  "create": "routing.create",
  "change": "routing.change",
  "changeBy": "PATCH",
  "delete": "routing.delete",
  "deletesWithBody": false,
  "order": "routing.order",
  "fields": {
   "name": {
    "type": "string",
    "title": "Name",
    "description": "Unique among the rules.",
    "section": "Identity",
    "minLength": 1,
    "maxLength": 64,
    "isRequired": true
   },
   "position": {
    "type": "integer",
    "title": "Position",
    "description": "Place in the order of the list, from 1 on.",
    "section": "Record",
    "unit": "number",
    "min": 0,
    "max": 9007199254740991,
    "default": 0,
    "isFixed": true
   },
   "enabled": {
    "type": "boolean",
    "title": "Enabled",
    "description": "Is the record in use?",
    "section": "Identity",
    "default": true
   },
   "action": {
    "type": "string",
    "title": "Action",
    "description": "The decision, or a change before the walk goes on. `confirm_market_price` and `confirm_request_price` fill at the market, or at the price asked for; `reject` refuses; `requote` offers the market price; `dealer` asks the `dealers` in turn, `online_dealers` whoever is on line; `gateway` sends to the first of the gateways in `dealers` that is on line; `delay` waits, `clear_stops` removes the stops, and both go on.",
    "section": "Decision",
    "choices": [
     "confirm_request_price",
     "confirm_market_price",
     "reject",
     "requote",
     "dealer",
     "online_dealers",
     "gateway",
     "delay",
     "clear_stops"
    ],
    "isRequired": true
   },
   "action_value": {
    "type": "string",
    "title": "Value",
    "description": "Of `reject` the text for the client, of `delay` milliseconds, 1 to 60000; else empty.",
    "section": "Decision",
    "maxLength": 31,
    "default": ""
   },
   "conditions": {
    "type": "array",
    "title": "Conditions",
    "description": "All of them must hold.",
    "section": "Conditions",
    "items": {
     "type": "object",
     "title": "RoutingConditionInput",
     "fields": {
      "field": {
       "type": "string",
       "title": "Field",
       "description": "Field of the request that is compared.",
       "section": "Condition",
       "choices": [
        "login",
        "volume",
        "hour",
        "weekday",
        "deviation_pts",
        "group",
        "symbol",
        "side",
        "kind",
        "comment"
       ],
       "isRequired": true
      },
      "op": {
       "type": "string",
       "title": "Comparison",
       "description": "Comparison: equal, not, greater, less.",
       "section": "Condition",
       "choices": [
        "eq",
        "ne",
        "gt",
        "ge",
        "lt",
        "le"
       ],
       "isRequired": true
      },
      "value": {
       "type": "string",
       "title": "Value",
       "description": "Value to compare with; texts are masks.",
       "section": "Condition",
       "maxLength": 512,
       "isRequired": true
      }
     }
    },
    "maxItems": 128,
    "default": []
   },
   "dealers": {
    "type": "array",
    "title": "Dealers",
    "description": "Logins in order; of a gateway rule, ids of gateways. A disabled rule may have none.",
    "section": "Decision",
    "unit": "id",
    "reference": {
     "kind": "staff",
     "by": "login"
    },
    "items": {
     "type": "integer",
     "min": 1,
     "max": 9007199254740991
    },
    "maxItems": 1024,
    "default": []
   },
   "order_kinds": {
    "type": "array",
    "title": "Order kinds",
    "description": "Kinds of orders that it takes; empty = all.",
    "section": "Conditions",
    "items": {
     "type": "string",
     "choices": [
      "market",
      "limit",
      "stop",
      "stop_limit",
      "close_by"
     ]
    },
    "default": []
   },
   "request_kinds": {
    "type": "array",
    "title": "Request kinds",
    "description": "Kinds of requests that it takes; empty = all.",
    "section": "Conditions",
    "items": {
     "type": "string",
     "choices": [
      "price",
      "open",
      "close",
      "close_by",
      "modify",
      "pending",
      "pending_modify",
      "pending_cancel",
      "activate",
      "activate_stop_limit",
      "sl",
      "tp",
      "stopout_order",
      "stopout_position",
      "expiration",
      "dealer_open",
      "dealer_close",
      "dealer_close_by",
      "dealer_modify",
      "dealer_pending",
      "dealer_pending_modify",
      "dealer_pending_cancel",
      "dealer_activate"
     ]
    },
    "default": []
   },
   "skip_no_dealer": {
    "type": "boolean",
    "title": "Skip without dealer",
    "description": "Is it passed over while none is on line?",
    "section": "Decision",
    "default": false
   },
   "wait_sec": {
    "type": "integer",
    "title": "Wait",
    "description": "Time that the dealers have together; for rules that ask them. In seconds.",
    "section": "Decision",
    "unit": "seconds",
    "min": 1,
    "max": 600,
    "default": 60
   },
   "otherwise": {
    "type": "string",
    "title": "Otherwise",
    "description": "Treatment of a request that no dealer decided in time, or that all returned: `reject` refuses it, `market` confirms it at the market price, `next` goes on below.",
    "section": "Decision",
    "choices": [
     "reject",
     "market",
     "next"
    ],
    "default": "reject"
   }
  }
 },
 {
  "name": "account-allocations",
  "path": "/admin/v1/account-allocations",
  "key": "id",
  "isSingle": false,
  "list": "account-allocations.list",
  "create": "account-allocations.create",
  "change": "account-allocations.replace",
  "changeBy": "PUT",
  "delete": "account-allocations.delete",
  "deletesWithBody": false,
  "fields": {
   "group_path": {
    "type": "string",
    "title": "Group",
    "description": "Group that new accounts get.",
    "section": "Place",
    "reference": {
     "kind": "group",
     "by": "path"
    },
    "minLength": 1,
    "maxLength": 128,
    "isRequired": true
   },
   "description": {
    "type": "string",
    "title": "Description",
    "description": "Text for people; the server does not read it.",
    "section": "Identity",
    "maxLength": 255,
    "default": ""
   },
   "enabled": {
    "type": "boolean",
    "title": "Enabled",
    "description": "Is the record in use?",
    "section": "Identity",
    "default": true
   },
   "priority": {
    "type": "integer",
    "title": "Priority",
    "description": "The lowest that fits decides.",
    "section": "Place",
    "unit": "number",
    "min": -1000000000,
    "max": 1000000000,
    "default": 0
   },
   "countries": {
    "type": "array",
    "title": "Countries",
    "description": "Countries of residence; empty = every one.",
    "section": "Conditions",
    "items": {
     "type": "string",
     "minLength": 1,
     "maxLength": 64
    },
    "maxItems": 300,
    "default": []
   },
   "default_leverage": {
    "type": "integer",
    "title": "Leverage",
    "description": "Leverage that is offered first; 0 = that of the group.",
    "section": "Leverage",
    "unit": "ratio",
    "min": 0,
    "max": 10000,
    "default": 0
   },
   "leverages": {
    "type": "array",
    "title": "Leverages",
    "description": "Allowed choices; empty = the first alone.",
    "section": "Leverage",
    "unit": "ratio",
    "items": {
     "type": "integer",
     "min": 1,
     "max": 10000
    },
    "maxItems": 100,
    "default": []
   },
   "white_label_id": {
    "type": "integer",
    "min": 1,
    "title": "Brand",
    "description": "Id of the brand; null = every brand of the company.",
    "section": "Conditions",
    "unit": "id",
    "reference": {
     "kind": "brand",
     "by": "id"
    },
    "isNullable": true,
    "default": null
   }
  }
 },
 {
  "name": "account-allocations.settings",
  "path": "/admin/v1/account-allocations/settings",
  "key": "id",
  "isSingle": true,
  "list": "account-allocations.settings.read",
  "change": "account-allocations.settings.replace",
  "changeBy": "PUT",
  "deletesWithBody": false,
  "fields": {
   "demo_url": {
    "type": "string",
    "title": "Demo page",
    "description": "Page for demo accounts; empty = here.",
    "section": "Pages",
    "format": "url",
    "maxLength": 512,
    "default": ""
   },
   "deposit_url": {
    "type": "string",
    "title": "Deposit page",
    "description": "Page for deposits; empty = none.",
    "section": "Pages",
    "format": "url",
    "maxLength": 512,
    "default": ""
   },
   "withdraw_url": {
    "type": "string",
    "title": "Withdrawal page",
    "description": "Page for withdrawals; empty = none.",
    "section": "Pages",
    "format": "url",
    "maxLength": 512,
    "default": ""
   },
   "link_sets": {
    "type": "array",
    "title": "Link sets",
    "description": "Links shown to people who sign up, by country.",
    "section": "Links",
    "items": {
     "type": "object",
     "title": "LinkSetInput",
     "fields": {
      "id": {
       "type": "integer",
       "title": "Id",
       "description": "Number of the record; set by the server.",
       "section": "Identity",
       "unit": "id",
       "min": 1,
       "max": 9007199254740991,
       "default": 1
      },
      "description": {
       "type": "string",
       "title": "Description",
       "description": "Text for people; the server does not read it.",
       "section": "Identity",
       "maxLength": 255,
       "default": ""
      },
      "countries": {
       "type": "array",
       "title": "Countries",
       "description": "Countries it is for; empty = every one.",
       "section": "Links",
       "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64
       },
       "maxItems": 300,
       "default": []
      },
      "sort": {
       "type": "integer",
       "title": "Order",
       "description": "The lowest comes first.",
       "section": "Links",
       "unit": "number",
       "min": -1000000000,
       "max": 1000000000,
       "default": 0
      },
      "links": {
       "type": "array",
       "title": "Links",
       "description": "The links, in order.",
       "section": "Links",
       "items": {
        "type": "object",
        "title": "LinkInput",
        "fields": {
         "url": {
          "type": "string",
          "title": "Address",
          "description": "Address of the page.",
          "section": "Link",
          "format": "url",
          "maxLength": 512,
          "isRequired": true
         },
         "caption": {
          "type": "string",
          "title": "Caption",
          "description": "Its text.",
          "section": "Link",
          "maxLength": 128,
          "default": ""
         },
         "caption_type": {
          "type": "integer",
          "title": "Caption kind",
          "description": "0 = the caption; 1 to 8 = texts of terminals.",
          "section": "Link",
          "unit": "number",
          "min": 0,
          "max": 8,
          "default": 0
         }
        }
       },
       "maxItems": 64,
       "default": []
      }
     }
    },
    "maxItems": 256,
    "default": []
   }
  }
 },
 {
  "name": "licence.brands",
  "path": "/admin/v1/licence/brands",
  "key": "id",
  "isSingle": false,
  "list": "licence.brands.list",
  "create": "licence.brands.create",
  "change": "licence.brands.change",
  "changeBy": "PATCH",
  "delete": "licence.brands.delete",
  "deletesWithBody": false,
  "fields": {
   "company": {
    "type": "string",
    "title": "Company",
    "description": "Company that it is of; a company has at most one brand.",
    "section": "Company",
    "minLength": 1,
    "maxLength": 128,
    "isFixed": true,
    "isRequired": true
   },
   "address": {
    "type": "string",
    "title": "Address",
    "description": "Postal address of the company.",
    "section": "Company",
    "maxLength": 255,
    "default": ""
   },
   "phone": {
    "type": "string",
    "title": "Phone",
    "description": "Phone number of the company.",
    "section": "Company",
    "maxLength": 64,
    "default": ""
   },
   "program_name": {
    "type": "string",
    "title": "Program",
    "description": "Name of the terminal.",
    "section": "Terminal",
    "maxLength": 128,
    "default": ""
   },
   "server_name": {
    "type": "string",
    "title": "Server",
    "description": "Name under which terminals show the server.",
    "section": "Terminal",
    "maxLength": 128,
    "default": ""
   },
   "short_name": {
    "type": "string",
    "title": "Short name",
    "description": "Name where there is little room.",
    "section": "Terminal",
    "maxLength": 64,
    "default": ""
   },
   "support_email": {
    "type": "string",
    "title": "Support",
    "description": "E-mail address for questions; empty = none.",
    "section": "Company",
    "format": "email",
    "maxLength": 128,
    "default": ""
   },
   "website": {
    "type": "string",
    "title": "Website",
    "description": "Web address of the company; empty = none.",
    "section": "Company",
    "format": "url",
    "maxLength": 512,
    "default": ""
   },
   "eula_url": {
    "type": "string",
    "title": "Licence agreement",
    "description": "Web address of the terms of use; empty = none.",
    "section": "Company",
    "format": "url",
    "maxLength": 512,
    "default": ""
   },
   "links": {
    "type": "object",
    "title": "Pages",
    "description": "Web addresses by the names of their pages.",
    "section": "Company",
    "values": {
     "type": "string",
     "maxLength": 512,
     "default": ""
    },
    "default": {}
   },
   "color_primary": {
    "type": "string",
    "title": "First colour",
    "description": "`#rrggbb`; empty = that of the terminal.",
    "section": "Terminal",
    "format": "color",
    "pattern": "^(#[0-9A-Fa-f]{6})?$",
    "default": ""
   },
   "color_secondary": {
    "type": "string",
    "title": "Second colour",
    "description": "`#rrggbb`; empty = that of the terminal.",
    "section": "Terminal",
    "format": "color",
    "pattern": "^(#[0-9A-Fa-f]{6})?$",
    "default": ""
   },
   "color_accent": {
    "type": "string",
    "title": "Accent",
    "description": "`#rrggbb`; empty = that of the terminal.",
    "section": "Terminal",
    "format": "color",
    "pattern": "^(#[0-9A-Fa-f]{6})?$",
    "default": ""
   },
   "enabled": {
    "type": "boolean",
    "title": "Enabled",
    "description": "Is the record in use?",
    "section": "Identity",
    "default": true
   },
   "domains": {
    "type": "array",
    "title": "Domains",
    "description": "Host names without port, in lower case, that it serves.",
    "section": "Identity",
    "format": "hostname",
    "items": {
     "type": "string",
     "maxLength": 253,
     "pattern": "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$"
    },
    "maxItems": 100,
    "default": []
   },
   "default_symbols": {
    "type": "array",
    "title": "First symbols",
    "description": "Symbols of the first watchlist of an account.",
    "section": "Identity",
    "reference": {
     "kind": "symbol",
     "by": "name"
    },
    "items": {
     "type": "string",
     "minLength": 1,
     "maxLength": 32
    },
    "maxItems": 200,
    "default": []
   },
   "is_default": {
    "type": "boolean",
    "title": "Default",
    "description": "Does it serve hosts that no brand names? At most one does.",
    "section": "Identity",
    "isFixed": true
   }
  }
 },
 {
  "name": "sign-up.settings",
  "path": "/admin/v1/sign-up/settings",
  "key": "id",
  "isSingle": true,
  "list": "sign-up.settings.read",
  "change": "sign-up.settings.change",
  "changeBy": "PATCH",
  "deletesWithBody": false,
  "fields": {
   "demo": {
    "type": "boolean",
    "title": "Demo",
    "description": "Can people open demo accounts?",
    "section": "Kinds",
    "default": false
   },
   "real": {
    "type": "boolean",
    "title": "Real",
    "description": "Can people apply for real accounts?",
    "section": "Kinds",
    "default": false
   },
   "confirm_demo": {
    "type": "boolean",
    "title": "Confirm demo",
    "description": "Does a demo account need a confirmed e-mail address?",
    "section": "Kinds",
    "default": true
   },
   "confirm_real": {
    "type": "boolean",
    "title": "Confirm real",
    "description": "Does an application need a confirmed e-mail address?",
    "section": "Kinds",
    "default": true
   },
   "demo_group": {
    "type": "string",
    "title": "Demo group",
    "description": "Page for demo accounts where no allocation rule for them is on; empty = none.",
    "section": "Groups",
    "reference": {
     "kind": "group",
     "by": "path"
    },
    "maxLength": 128,
    "default": ""
   },
   "real_group": {
    "type": "string",
    "title": "Real group",
    "description": "Page for real accounts where no allocation rule for them is on; empty = none.",
    "section": "Groups",
    "reference": {
     "kind": "group",
     "by": "path"
    },
    "maxLength": 128,
    "default": ""
   },
   "languages": {
    "type": "array",
    "title": "Languages",
    "description": "Languages in which e-mails are written.",
    "section": "Languages",
    "items": {
     "type": "string",
     "choices": [
      "en",
      "de"
     ]
    },
    "default": [
     "en",
     "de"
    ]
   },
   "default_language": {
    "type": "string",
    "title": "Default language",
    "description": "Offer for people who choose none of the others.",
    "section": "Languages",
    "choices": [
     "en",
     "de"
    ],
    "default": "en"
   },
   "test_networks": {
    "type": "array",
    "title": "Test networks",
    "description": "Prefixes of addresses whose forms, codes and reads are not limited by address.",
    "section": "Limits",
    "items": {
     "type": "string",
     "minLength": 1,
     "maxLength": 64
    },
    "maxItems": 16,
    "default": []
   }
  }
 },
 {
  "name": "email-templates",
  "path": "/admin/v1/email-templates",
  "key": "id",
  "isSingle": false,
  "list": "email-templates.list",
  "change": "email-templates.change",
  "changeBy": "PATCH",
  "deletesWithBody": false,
  "fields": {
   "subject": {
    "type": "string",
    "title": "Subject",
    "description": "Subject with placeholders.",
    "section": "Texts",
    "minLength": 1,
    "maxLength": 200
   },
   "text": {
    "type": "string",
    "title": "Text",
    "description": "Text part with placeholders.",
    "section": "Texts",
    "format": "multiline",
    "minLength": 1,
    "maxLength": 16384
   },
   "html": {
    "type": "string",
    "title": "HTML",
    "description": "HTML part with placeholders; empty = the text alone.",
    "section": "Texts",
    "format": "html",
    "maxLength": 32768
   }
  }
 },
 {
  "name": "datafeeds",
  "path": "/admin/v1/datafeeds",
  "key": "id",
  "isSingle": false,
  "list": "datafeeds.list",
  "create": "datafeeds.create",
  "change": "datafeeds.change",
  "changeBy": "PATCH",
  "delete": "datafeeds.delete",
  "deletesWithBody": false,
  "order": "datafeeds.order",
  "fields": {
   "name": {
    "type": "string",
    "title": "Name",
    "description": "Unique among its kind: letters, digits, spaces, `. _ & # -`.",
    "section": "Identity",
    "pattern": "^[A-Za-z0-9._&#-]([A-Za-z0-9 ._&#-]{0,62}[A-Za-z0-9._&#-])?$",
    "isRequired": true
   },
   "enabled": {
    "type": "boolean",
    "title": "Enabled",
    "description": "Shall it connect?",
    "section": "Identity",
    "default": true
   },
   "server": {
    "type": "string",
    "title": "Server",
    "description": "`host:port` of the provider.",
    "section": "Connection",
    "maxLength": 255,
    "isRequired": true
   },
   "login": {
    "type": "string",
    "title": "Login",
    "description": "User name at the provider.",
    "section": "Connection",
    "maxLength": 64,
    "default": ""
   },
   "password": {
    "type": "string",
    "title": "Password",
    "description": "Password at the provider; held sealed, never shown; `********` keeps it.",
    "section": "Connection",
    "isSecret": true,
    "maxLength": 128,
    "default": ""
   },
   "gateway_server": {
    "type": "string",
    "title": "Second server",
    "description": "Second connection of a module; not read by any yet.",
    "section": "Connection",
    "maxLength": 255,
    "default": ""
   },
   "gateway_login": {
    "type": "string",
    "title": "Second login",
    "description": "User name of the second connection.",
    "section": "Connection",
    "maxLength": 64,
    "default": ""
   },
   "gateway_password": {
    "type": "string",
    "title": "Second password",
    "description": "Secret that is held sealed and never shown; `********` keeps it.",
    "section": "Connection",
    "isSecret": true,
    "maxLength": 128,
    "default": ""
   },
   "priority": {
    "type": "integer",
    "title": "Priority",
    "description": "The lower goes first where several fit.",
    "section": "Identity",
    "unit": "number",
    "min": 0,
    "max": 1000,
    "default": 1
   },
   "reconnect_sec": {
    "type": "integer",
    "title": "Reconnect",
    "description": "Wait between two tries. In seconds.",
    "section": "Reconnection",
    "unit": "seconds",
    "min": 1,
    "max": 600,
    "default": 5
   },
   "timeout_sec": {
    "type": "integer",
    "title": "Timeout",
    "description": "Longest time in which the provider must answer. In seconds.",
    "section": "Reconnection",
    "unit": "seconds",
    "min": 1,
    "max": 3600,
    "default": 30
   },
   "import_symbol_settings": {
    "type": "boolean",
    "title": "Import settings",
    "description": "Are digits and sizes taken from the provider?",
    "section": "Symbols",
    "default": false
   },
   "params": {
    "type": "array",
    "title": "Parameters",
    "description": "Settings of the module, each key once.",
    "section": "Parameters",
    "items": {
     "type": "object",
     "title": "FeedParamBody",
     "fields": {
      "key": {
       "type": "string",
       "title": "Key",
       "description": "Name of the parameter in the module.",
       "section": "Parameter",
       "minLength": 1,
       "maxLength": 64,
       "isRequired": true
      },
      "value": {
       "type": "string",
       "title": "Value",
       "description": "Its value as text; asterisks stand for a sealed one.",
       "section": "Parameter",
       "maxLength": 16384,
       "isRequired": true
      },
      "type": {
       "type": "string",
       "title": "Type",
       "description": "Type of the value.",
       "section": "Parameter"
      },
      "label": {
       "type": "string",
       "title": "Label",
       "description": "Its name for people.",
       "section": "Parameter"
      },
      "sealed": {
       "type": "string",
       "title": "Sealed",
       "description": "Is it held sealed? Its mask sent back keeps the value.",
       "section": "Parameter"
      },
      "options": {
       "type": "string",
       "title": "Options",
       "description": "Words of the type `enum`.",
       "section": "Parameter"
      }
     }
    },
    "maxItems": 64,
    "default": []
   },
   "symbols": {
    "type": "array",
    "title": "Symbols",
    "description": "Masks in order; `!` excludes, the last that fits decides.",
    "section": "Symbols",
    "reference": {
     "kind": "symbol",
     "by": "mask"
    },
    "items": {
     "type": "string",
     "maxLength": 128
    },
    "maxItems": 512,
    "default": [
     "*"
    ]
   },
   "translates": {
    "type": "array",
    "title": "Translations",
    "description": "Names at the provider and markups, by symbol.",
    "section": "Symbols",
    "items": {
     "type": "object",
     "title": "FeedTranslateInput",
     "fields": {
      "symbol_id": {
       "type": "integer",
       "title": "Symbol",
       "description": "Id of the symbol.",
       "section": "Identity",
       "unit": "id",
       "reference": {
        "kind": "symbol",
        "by": "id"
       },
       "min": 1,
       "max": 9007199254740991,
       "isRequired": true
      },
      "source": {
       "type": "string",
       "title": "Source name",
       "description": "Name at the provider; empty = the same.",
       "section": "Identity",
       "maxLength": 64,
       "default": ""
      },
      "source_digits": {
       "type": "integer",
       "min": 0,
       "max": 10,
       "title": "Source digits",
       "description": "Decimals that are kept; null = all.",
       "section": "Price",
       "unit": "count",
       "isNullable": true,
       "default": null
      },
      "ask_markup_pts": {
       "type": "integer",
       "title": "Ask markup",
       "description": "Markup of the ask. In points: units of the last digit of the price.",
       "section": "Price",
       "unit": "points",
       "min": -100000,
       "max": 100000,
       "default": 0
      },
      "bid_markup_pts": {
       "type": "integer",
       "title": "Bid markup",
       "description": "Markup of the bid. In points: units of the last digit of the price.",
       "section": "Price",
       "unit": "points",
       "min": -100000,
       "max": 100000,
       "default": 0
      }
     }
    },
    "maxItems": 32767,
    "default": []
   },
   "module": {
    "type": "string",
    "title": "Module",
    "description": "Kind of connection; it says which parameters there are.",
    "section": "Identity",
    "choices": [
     "fix44",
     "dde",
     "demo",
     "replay"
    ],
    "isRequired": true
   },
   "idle_timeout_sec": {
    "type": "integer",
    "title": "Silence",
    "description": "Time without data after which it connects again. In seconds.",
    "section": "Reconnection",
    "unit": "seconds",
    "min": 1,
    "max": 3600,
    "default": 60
   },
   "failures_before_rest": {
    "type": "integer",
    "title": "Failures",
    "description": "Failures in a row before a long wait.",
    "section": "Reconnection",
    "unit": "count",
    "min": 1,
    "max": 1000,
    "default": 10
   },
   "rest_sec": {
    "type": "integer",
    "title": "Long wait",
    "description": "Wait after many failures. In seconds.",
    "section": "Reconnection",
    "unit": "seconds",
    "min": 1,
    "max": 3600,
    "default": 60
   },
   "quotes_enabled": {
    "type": "boolean",
    "title": "Quotes",
    "description": "Are its quotes used?",
    "section": "Content",
    "default": true
   },
   "news_enabled": {
    "type": "boolean",
    "title": "News",
    "description": "Are its news used?",
    "section": "Content",
    "default": false
   }
  }
 },
 {
  "name": "gateways",
  "path": "/admin/v1/gateways",
  "key": "id",
  "isSingle": false,
  "list": "gateways.list",
  "create": "gateways.create",
  "change": "gateways.change",
  "changeBy": "PATCH",
  "delete": "gateways.delete",
  "deletesWithBody": false,
  "order": "gateways.order",
  "fields": {
   "name": {
    "type": "string",
    "title": "Name",
    "description": "Unique among its kind: letters, digits, spaces, `. _ & # -`.",
    "section": "Identity",
    "pattern": "^[A-Za-z0-9._&#-]([A-Za-z0-9 ._&#-]{0,62}[A-Za-z0-9._&#-])?$",
    "isRequired": true
   },
   "enabled": {
    "type": "boolean",
    "title": "Enabled",
    "description": "Shall it connect?",
    "section": "Identity",
    "default": true
   },
   "server": {
    "type": "string",
    "title": "Server",
    "description": "`host:port` of the provider.",
    "section": "Connection",
    "maxLength": 255,
    "isRequired": true
   },
   "login": {
    "type": "string",
    "title": "Login",
    "description": "User name at the provider.",
    "section": "Connection",
    "maxLength": 64,
    "default": ""
   },
   "password": {
    "type": "string",
    "title": "Password",
    "description": "Password at the provider; held sealed, never shown; `********` keeps it.",
    "section": "Connection",
    "isSecret": true,
    "maxLength": 128,
    "default": ""
   },
   "gateway_server": {
    "type": "string",
    "title": "Second server",
    "description": "Second connection of a module; not read by any yet.",
    "section": "Connection",
    "maxLength": 255,
    "default": ""
   },
   "gateway_login": {
    "type": "string",
    "title": "Second login",
    "description": "User name of the second connection.",
    "section": "Connection",
    "maxLength": 64,
    "default": ""
   },
   "gateway_password": {
    "type": "string",
    "title": "Second password",
    "description": "Secret that is held sealed and never shown; `********` keeps it.",
    "section": "Connection",
    "isSecret": true,
    "maxLength": 128,
    "default": ""
   },
   "priority": {
    "type": "integer",
    "title": "Priority",
    "description": "The lower goes first where several fit.",
    "section": "Identity",
    "unit": "number",
    "min": 0,
    "max": 1000,
    "default": 1
   },
   "reconnect_sec": {
    "type": "integer",
    "title": "Reconnect",
    "description": "Wait between two tries. In seconds.",
    "section": "Reconnection",
    "unit": "seconds",
    "min": 1,
    "max": 600,
    "default": 5
   },
   "timeout_sec": {
    "type": "integer",
    "title": "Timeout",
    "description": "Longest time in which the provider must answer. In seconds.",
    "section": "Reconnection",
    "unit": "seconds",
    "min": 1,
    "max": 3600,
    "default": 30
   },
   "import_symbol_settings": {
    "type": "boolean",
    "title": "Import settings",
    "description": "Are digits and sizes taken from the provider?",
    "section": "Symbols",
    "default": false
   },
   "params": {
    "type": "array",
    "title": "Parameters",
    "description": "Settings of the module, each key once.",
    "section": "Parameters",
    "items": {
     "type": "object",
     "title": "FeedParamBody",
     "fields": {
      "key": {
       "type": "string",
       "title": "Key",
       "description": "Name of the parameter in the module.",
       "section": "Parameter",
       "minLength": 1,
       "maxLength": 64,
       "isRequired": true
      },
      "value": {
       "type": "string",
       "title": "Value",
       "description": "Its value as text; asterisks stand for a sealed one.",
       "section": "Parameter",
       "maxLength": 16384,
       "isRequired": true
      },
      "type": {
       "type": "string",
       "title": "Type",
       "description": "Type of the value.",
       "section": "Parameter"
      },
      "label": {
       "type": "string",
       "title": "Label",
       "description": "Its name for people.",
       "section": "Parameter"
      },
      "sealed": {
       "type": "string",
       "title": "Sealed",
       "description": "Is it held sealed? Its mask sent back keeps the value.",
       "section": "Parameter"
      },
      "options": {
       "type": "string",
       "title": "Options",
       "description": "Words of the type `enum`.",
       "section": "Parameter"
      }
     }
    },
    "maxItems": 64,
    "default": []
   },
   "symbols": {
    "type": "array",
    "title": "Symbols",
    "description": "Masks in order; `!` excludes, the last that fits decides.",
    "section": "Symbols",
    "reference": {
     "kind": "symbol",
     "by": "mask"
    },
    "items": {
     "type": "string",
     "maxLength": 128
    },
    "maxItems": 512,
    "default": [
     "*"
    ]
   },
   "translates": {
    "type": "array",
    "title": "Translations",
    "description": "Names at the provider and markups, by symbol.",
    "section": "Symbols",
    "items": {
     "type": "object",
     "title": "FeedTranslateInput",
     "fields": {
      "symbol_id": {
       "type": "integer",
       "title": "Symbol",
       "description": "Id of the symbol.",
       "section": "Identity",
       "unit": "id",
       "reference": {
        "kind": "symbol",
        "by": "id"
       },
       "min": 1,
       "max": 9007199254740991,
       "isRequired": true
      },
      "source": {
       "type": "string",
       "title": "Source name",
       "description": "Name at the provider; empty = the same.",
       "section": "Identity",
       "maxLength": 64,
       "default": ""
      },
      "source_digits": {
       "type": "integer",
       "min": 0,
       "max": 10,
       "title": "Source digits",
       "description": "Decimals that are kept; null = all.",
       "section": "Price",
       "unit": "count",
       "isNullable": true,
       "default": null
      },
      "ask_markup_pts": {
       "type": "integer",
       "title": "Ask markup",
       "description": "Markup of the ask. In points: units of the last digit of the price.",
       "section": "Price",
       "unit": "points",
       "min": -100000,
       "max": 100000,
       "default": 0
      },
      "bid_markup_pts": {
       "type": "integer",
       "title": "Bid markup",
       "description": "Markup of the bid. In points: units of the last digit of the price.",
       "section": "Price",
       "unit": "points",
       "min": -100000,
       "max": 100000,
       "default": 0
      }
     }
    },
    "maxItems": 32767,
    "default": []
   },
   "module": {
    "type": "string",
    "title": "Module",
    "description": "Kind of connection; it says which parameters there are.",
    "section": "Identity",
    "choices": [
     "fix44"
    ],
    "default": "fix44"
   },
   "mode": {
    "type": "string",
    "title": "Mode",
    "description": "`Active`: the server dials; `Passive`: the provider dials.",
    "section": "Connection",
    "choices": [
     "Active",
     "Passive"
    ],
    "default": "Active"
   },
   "reconnect_attempts": {
    "type": "integer",
    "title": "Attempts",
    "description": "Tries of one series.",
    "section": "Reconnection",
    "unit": "count",
    "min": 1,
    "max": 1000,
    "default": 3
   },
   "series_pause_sec": {
    "type": "integer",
    "title": "Pause",
    "description": "Wait after a series that never signed in. In seconds.",
    "section": "Reconnection",
    "unit": "seconds",
    "min": 0,
    "max": 86400,
    "default": 60
   },
   "allow_import_balances": {
    "type": "boolean",
    "title": "Import balances",
    "description": "Are balances of the provider taken over?",
    "section": "Content",
    "default": false
   },
   "collect_transactions_days": {
    "type": "integer",
    "title": "Transactions",
    "description": "Time for which they are kept; 0 = not at all. In days.",
    "section": "Content",
    "unit": "days",
    "min": 0,
    "max": 36500,
    "default": 0
   },
   "profiling": {
    "type": "boolean",
    "title": "Profiling",
    "description": "Are timings of the session recorded?",
    "section": "Content",
    "default": false
   },
   "fill_deviation_max": {
    "type": "integer",
    "title": "Fill deviation",
    "description": "A fill further from the quote is held for staff; 0 = none is. In percent.",
    "section": "Content",
    "unit": "percent",
    "min": 0,
    "max": 1000,
    "default": 10
   },
   "ssl": {
    "type": "boolean",
    "title": "TLS",
    "description": "Is the session encrypted whatever the parameters say?",
    "section": "Connection",
    "default": false
   },
   "groups": {
    "type": "array",
    "title": "Groups",
    "description": "Symbols by group, where they differ.",
    "section": "Symbols",
    "items": {
     "type": "object",
     "title": "GatewayGroupInput",
     "fields": {
      "group": {
       "type": "string",
       "title": "Group",
       "description": "Mask of groups.",
       "section": "Symbols",
       "reference": {
        "kind": "group",
        "by": "mask"
       },
       "minLength": 1,
       "maxLength": 128,
       "isRequired": true
      },
      "symbols": {
       "type": "array",
       "title": "Symbols",
       "description": "Masks of their symbols, in order.",
       "section": "Symbols",
       "reference": {
        "kind": "symbol",
        "by": "mask"
       },
       "items": {
        "type": "string",
        "maxLength": 128
       },
       "maxItems": 512,
       "default": [
        "*"
       ]
      }
     }
    },
    "maxItems": 128,
    "default": []
   }
  }
 },
 {
  "name": "network.servers",
  "path": "/admin/v1/network/servers",
  "key": "id",
  "isSingle": false,
  "list": "network.servers.list",
  "change": "network.servers.change",
  "changeBy": "PATCH",
  "deletesWithBody": false,
  "fields": {
   "title": {
    "type": "string",
    "title": "Title",
    "description": "Its name for people.",
    "section": "Identity",
    "minLength": 1,
    "maxLength": 128
   },
   "latitude": {
    "type": "decimal",
    "title": "Latitude",
    "description": "Coordinate of its place, for display; at most 8 decimals. In degrees.",
    "section": "Identity",
    "unit": "degrees",
    "default": "0"
   },
   "longitude": {
    "type": "decimal",
    "title": "Longitude",
    "description": "Coordinate of its place, for display; at most 8 decimals. In degrees.",
    "section": "Identity",
    "unit": "degrees",
    "default": "0"
   },
   "network_adapter": {
    "type": "string",
    "title": "Network adapter",
    "description": "Interface that its monitor reads; empty = all but loopback.",
    "section": "Network",
    "pattern": "^[!-.0-9;-~]*$",
    "default": ""
   },
   "access": {
    "type": "object",
    "title": "Access",
    "description": "Whom it admits; of the api server alone.",
    "section": "Access",
    "fields": {
     "allow_administrators": {
      "type": "boolean",
      "title": "Administrators",
      "description": "May administrators sign in?",
      "section": "Access",
      "default": true
     },
     "allow_managers": {
      "type": "boolean",
      "title": "Managers",
      "description": "May managers sign in?",
      "section": "Access",
      "default": true
     },
     "allow_clients": {
      "type": "boolean",
      "title": "Clients",
      "description": "May traders sign in?",
      "section": "Access",
      "default": true
     },
     "allow_api": {
      "type": "boolean",
      "title": "Programs",
      "description": "May programs sign in at the `api` terminal?",
      "section": "Access",
      "default": true
     },
     "antiflood_enabled": {
      "type": "boolean",
      "title": "Antiflood",
      "description": "Are addresses blocked that try too often?",
      "section": "Antiflood",
      "default": false
     },
     "antiflood_connections": {
      "type": "integer",
      "title": "Attempts",
      "description": "Attempts within 3 s of each other that block an address.",
      "section": "Antiflood",
      "unit": "count",
      "min": 1,
      "max": 100000,
      "default": 20
     },
     "antiflood_errors": {
      "type": "integer",
      "title": "Failures",
      "description": "Failures in 5 minutes that block an address.",
      "section": "Antiflood",
      "unit": "count",
      "min": 1,
      "max": 10000,
      "default": 10
     }
    }
   },
   "history": {
    "type": "object",
    "title": "Prices",
    "description": "Settings for the intake of prices; of the quote server alone.",
    "section": "Prices",
    "fields": {
     "datafeeds_timeout_sec": {
      "type": "integer",
      "title": "Silence",
      "description": "Silence after which the next datafeed prices a symbol. In seconds.",
      "section": "Prices",
      "unit": "seconds",
      "min": 1,
      "max": 3600,
      "default": 30
     }
    }
   },
   "optimization_time": {
    "type": "string",
    "title": "Maintenance",
    "description": "Time of the weekly maintenance, HH:MM; empty = none. Of the trade server alone.",
    "section": "Demo",
    "format": "hh:mm",
    "pattern": "^(([01]\\d|2[0-3]):[0-5]\\d)?$"
   },
   "demo": {
    "type": "object",
    "title": "Demo accounts",
    "description": "Lifetime of demo accounts, of the trade server alone; null until it is set.",
    "section": "Demo",
    "fields": {
     "mode": {
      "type": "integer",
      "title": "Mode",
      "description": "0 = no new demo accounts, 1 = days since the last sign-in, 2 = days since the opening.",
      "section": "Lifetime",
      "unit": "number",
      "min": 0,
      "max": 2,
      "isRequired": true
     },
     "period_days": {
      "type": "integer",
      "title": "Days",
      "description": "Length of the lifetime. In days.",
      "section": "Lifetime",
      "unit": "days",
      "min": 1,
      "max": 36500,
      "isRequired": true
     }
    }
   }
  }
 },
 {
  "name": "platform.settings",
  "path": "/admin/v1/platform/settings",
  "key": "id",
  "isSingle": true,
  "list": "platform.settings.read",
  "change": "platform.settings.change",
  "changeBy": "PATCH",
  "deletesWithBody": false,
  "fields": {
   "utc_offset_min": {
    "type": "integer",
    "title": "UTC offset",
    "description": "Server clock from UTC, without summer time. In minutes.",
    "section": "Clock",
    "unit": "minutes",
    "min": -720,
    "max": 840,
    "default": 0
   },
   "daylight_saving": {
    "type": "string",
    "title": "Summer time",
    "description": "Rule by which the server clock has summer time.",
    "section": "Clock",
    "choices": [
     "none",
     "europe",
     "usa"
    ],
    "default": "none"
   },
   "eod_time": {
    "type": "string",
    "title": "End of day",
    "description": "Time of the server clock at which the trading day ends, HH:MM.",
    "section": "Clock",
    "format": "hh:mm",
    "pattern": "^([01]\\d|2[0-3]):[0-5]\\d$",
    "default": "23:59"
   },
   "eod_weekdays": {
    "type": "array",
    "title": "Weekdays",
    "description": "With an end of day, 0 = Sunday; the last of a month has one.",
    "section": "Clock",
    "unit": "number",
    "format": "weekday",
    "items": {
     "type": "integer",
     "min": 0,
     "max": 6
    },
    "default": [
     1,
     2,
     3,
     4,
     5
    ]
   },
   "default_symbols": {
    "type": "array",
    "title": "Watchlist",
    "description": "Default watchlist where a brand has none.",
    "section": "Prices",
    "reference": {
     "kind": "symbol",
     "by": "name"
    },
    "items": {
     "type": "string",
     "minLength": 1,
     "maxLength": 32
    },
    "maxItems": 200,
    "default": []
   }
  }
 }
];

/** Staff users, who have a view of their own. */
export const STAFF: SettingsKind = {
 "name": "staff",
 "path": "/admin/v1/staff",
 "key": "login",
 "isSingle": false,
 "list": "staff.list",
 "create": "staff.create",
 "change": "staff.change",
 "changeBy": "PATCH",
 "delete": "staff.delete",
 "deletesWithBody": false,
 "fields": {
  "login": {
   "type": "integer",
   "title": "Login",
   "description": "Number of the account.",
   "section": "Identity",
   "unit": "id",
   "reference": {
    "kind": "account",
    "by": "login"
   },
   "min": 1,
   "max": 9007199254740991,
   "isFixed": true,
   "isRequired": true
  },
  "role": {
   "type": "string",
   "title": "Role",
   "description": "A ready set of rights, which the user gets besides those in `rights`.",
   "section": "Access",
   "choices": [
    "dealer",
    "back_office",
    "auditor"
   ],
   "isFixed": true
  },
  "rights": {
   "type": "array",
   "title": "Rights",
   "description": "Names of the rights that the user holds.",
   "section": "Access",
   "items": {
    "type": "string",
    "choices": [
     "trades.view",
     "trades.edit",
     "trades.delete",
     "accounts.view",
     "accounts.edit",
     "accounts.balance",
     "accounts.online",
     "accounts.delete",
     "accounts.password",
     "accounts.hidden",
     "applications",
     "clients.view",
     "config.staff",
     "mailbox",
     "notifications",
     "confirm_actions",
     "terminal.admin",
     "server.machines",
     "config.view",
     "config.symbols",
     "symbols.quick_edit",
     "config.leverage",
     "config.groups",
     "config.datafeeds",
     "config.gateways",
     "config.routing",
     "config.holidays",
     "config.reports",
     "config.allocation",
     "reports",
     "reports.export",
     "config.servers",
     "config.white_labels",
     "config.mail",
     "journal.view",
     "fields.name",
     "fields.email",
     "fields.phone",
     "fields.address",
     "fields.documents"
    ]
   },
   "maxItems": 40,
   "default": []
  },
  "group_scope": {
   "type": "array",
   "title": "Scope",
   "description": "Lists of group masks; a group is in scope where one list fits.",
   "section": "Access",
   "reference": {
    "kind": "group",
    "by": "mask"
   },
   "items": {
    "type": "string",
    "minLength": 1,
    "maxLength": 128
   },
   "maxItems": 64,
   "default": []
  },
  "ip_allow": {
   "type": "array",
   "title": "Allowed addresses",
   "description": "Prefixes of addresses to sign in from; empty = any.",
   "section": "Access",
   "items": {
    "type": "string",
    "minLength": 1,
    "maxLength": 64
   },
   "maxItems": 64,
   "default": []
  },
  "logs_months": {
   "type": "integer",
   "title": "Journal",
   "description": "Time that the user reads back in the journal; 0 = without limit. In months.",
   "section": "Reach of history",
   "unit": "months",
   "min": 0,
   "max": 120,
   "default": 0
  },
  "reports_months": {
   "type": "integer",
   "title": "Reports",
   "description": "Time that reports reach back; 0 = without limit. In months.",
   "section": "Reach of history",
   "unit": "months",
   "min": 0,
   "max": 120,
   "default": 0
  },
  "mailbox_name": {
   "type": "string",
   "title": "Mailbox name",
   "description": "Name that traders see; empty = the name itself.",
   "section": "Identity",
   "maxLength": 128,
   "default": ""
  },
  "active": {
   "type": "boolean",
   "title": "Active",
   "description": "May the user sign in?",
   "section": "Access"
  },
  "group": {
   "type": "string",
   "title": "Group",
   "description": "Staff group: a part of its path is `managers` or `administrators`.",
   "section": "Identity",
   "reference": {
    "kind": "group",
    "by": "path"
   },
   "minLength": 1,
   "maxLength": 128
  },
  "name": {
   "type": "string",
   "title": "Name",
   "description": "Name of the staff user.",
   "section": "Identity",
   "maxLength": 128
  },
  "email": {
   "type": "string",
   "title": "E-mail",
   "description": "E-mail address; empty = none.",
   "section": "Identity",
   "format": "email",
   "maxLength": 128
  }
 }
};

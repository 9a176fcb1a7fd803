// Words of explained deals: the request, the prices, the money and the payments behind a deal.

import type { SchemaWords } from './field-words.js';

export const EXPLANATION_WORDS: SchemaWords = {
  Explanation: {
    Event: {
      time: ['Time', 'When the event happened.'],
      config_version: ['Settings version', 'Version of the settings; null = not known.', 'number'],
      event_deals: ['Deals of the event', 'All deals whose money goes together.', 'id'],
    },
    Cause: {
      cause: ['Cause', 'The request that led to the deal.'],
      trigger: ['Trigger', 'Which price reached which level; empty = none.'],
      rule: ['Rule', 'Routing rule that decided; null = none was needed.'],
    },
    Facts: {
      deal: ['Deal', 'The deal itself.'],
      order: ['Order', 'The order of the deal; null = none.'],
      position: ['Position', 'The position afterwards; null = none.'],
      price_asked: ['Price asked for', 'Null = none was.', 'price'],
      quote: ['Quote', 'Prices at the moment of the deal; null = none was needed.'],
      gateway: ['Gateway', 'Where its provider executed it; null = it was executed here.'],
      money: ['Money', 'Money and margin on both sides of the event.'],
      charges: ['Charges', 'Amounts of commission rules.'],
      derived: ['Derived payments', 'Payments to other accounts that it caused.'],
      changes: ['Changes', 'Later events that changed the deal.'],
    },
    Words: { sentences: ['Sentences', 'All of it in sentences to be read out.'] },
  },
  DealCause: {
    Request: {
      kind: ['Kind', 'Kind of the request.'],
      source: ['Source', 'Client, dealer, server or gateway.'],
      received_at: ['Received', 'When a request that waited came; null = it did not wait.'],
      decided_by: ['Decided by', 'Login of the dealer who confirmed; 0 = none.', 'id'],
      result: ['Result', 'Result of the request; null = there was none.'],
    },
    Origin: {
      from_login: ['From account', 'Account whose deal caused the payment; 0 = none.', 'id'],
      from_deal: ['From deal', 'Deal that caused the payment; 0 = none.', 'id'],
    },
  },
  DealGateway: {
    Execution: {
      name: ['Name', 'Name of the gateway then.'],
      price: ['Provider price', 'Price at which the provider executed it.', 'price'],
      markup: ['Markup', 'What was added to the provider price.', 'price'],
      order_id: ['Provider order', 'Id that the provider gave the order.'],
      execution_id: ['Execution', 'Id that the provider gave the execution.'],
    },
  },
  DealOutcome: { Result: { status: ['Status', 'Status of the result.'] } },
  DealRule: {
    Rule: {
      name: ['Name', 'Name of the routing rule.'],
      action: ['Action', 'What the rule does with requests.'],
    },
  },
  DealQuote: {
    Prices: {
      symbol_bid: ['Bid of the symbol', 'Before markups of the group; null = unknown.', 'price'],
      symbol_ask: ['Ask of the symbol', 'Before markups of the group; null = unknown.', 'price'],
      at: ['Time', 'When the quote came; null = not known.'],
    },
  },
  DealMoney: {
    Money: {
      balance_before: ['Balance before', 'Before the event.', 'money'],
      balance_after: ['Balance after', 'After the event.', 'money'],
      credit_before: ['Credit before', 'Before the event.', 'money'],
      credit_after: ['Credit after', 'After the event.', 'money'],
      equity_after: ['Equity after', 'After the event.', 'money'],
    },
    Margin: {
      margin_before: ['Margin before', 'Before the event; null = not recorded.', 'money'],
      margin_after: ['Margin after', 'After the event.', 'money'],
      margin_free_before: ['Free margin before', 'Null = not recorded.', 'money'],
      margin_free_after: ['Free margin after', 'After the event.', 'money'],
      margin_level_after: ['Margin level after', 'Equity in parts of the margin.', 'percent'],
    },
  },
  DealCharge: {
    Charge: {
      kind: ['Kind', 'Kind of the commission rule.'],
      rule: ['Rule', 'Name of the commission rule.'],
    },
  },
  DerivedPayment: {
    Payment: {
      login: ['Login', 'Account that is paid.'],
      action: ['Action', 'Kind of money operation.'],
      currency: ['Currency', 'Currency of the amount; empty = not named.'],
    },
  },
  DealChange: {
    Change: {
      time: ['Time', 'When it was changed.'],
      action: ['Action', 'What was done to the deal.'],
    },
  },
};

// The types of the API's routes, generated from the server's description of itself.
// `npm run client-types` writes this file; changes by hand are lost.

export interface paths {
    "/admin/v1/account-allocations": {
        /**
         * Lists allocation rules.
         * @description Rules of the scope, the lowest priority first. Nothing is paged. Needs `config.allocation` or `config.view`.
         */
        get: operations["account-allocations.list"];
        /**
         * Creates an allocation rule.
         * @description What is left out takes its default. Needs `config.allocation`.
         */
        post: operations["account-allocations.create"];
    };
    "/admin/v1/account-allocations/{id}": {
        /**
         * Answers an allocation rule.
         * @description Has the version that a change sends back. Needs `config.allocation` or `config.view`.
         */
        get: operations["account-allocations.read"];
        /**
         * Replaces an allocation rule wholly.
         * @description What is left out takes its default, not its old value. Needs `config.allocation`.
         */
        put: operations["account-allocations.replace"];
        /**
         * Deletes an allocation rule.
         * @description It cannot be undone. With `version` only that version is deleted. Accounts that it placed stay where they are. Needs `config.allocation`.
         */
        delete: operations["account-allocations.delete"];
    };
    "/admin/v1/account-allocations/preview": {
        /**
         * Answers what people from a country are offered at a host.
         * @description What `GET /trader/v1/register` answers there: every enabled rule of the brand that lists the country, or lists none, is an offer; the one with the lowest priority is the default. Needs `config.allocation` or `config.view`.
         */
        get: operations["account-allocations.preview"];
    };
    "/admin/v1/account-allocations/settings": {
        /**
         * Answers the settings of account allocation.
         * @description Pages of a group go before these. Link sets are tried in their order. Needs `config.allocation` or `config.view`.
         */
        get: operations["account-allocations.settings.read"];
        /**
         * Replaces the settings of account allocation wholly.
         * @description Link sets that are not sent are gone. Needs `config.allocation`.
         */
        put: operations["account-allocations.settings.replace"];
    };
    "/admin/v1/accounts": {
        /**
         * Pages through the accounts within the scope by login, with their live money.
         * @description Rows by login. `money` is null where execution is too slow, and always behind a fence: `account_money` events tell it. A pending answer has no rows, and tells nothing of them. `client` and `select` take no fence. Parts of name and e-mail need their field rights. Needs `accounts.view`.
         */
        get: operations["accounts.list"];
        /**
         * Opens an account without money in a group within the scope.
         * @description Without `login` the next free number is taken. An account in a staff group needs `config.staff` too, and a staff profile before it can sign in as staff. Passwords differ from each other. With `send_passwords` the server makes both, e-mails them to `email` by the template `approved`, and the owner changes the password at the first sign-in. Needs `accounts.edit`.
         */
        post: operations["accounts.create"];
    };
    "/admin/v1/accounts/{login}": {
        /**
         * Answers an account with its live money, which is null while execution is silent.
         * @description Balances are the stored ones while execution is silent. Personal data that the caller has no right to see is empty. A staff account needs `config.staff` too. Needs `accounts.view`.
         */
        get: operations["accounts.read"];
        /**
         * Deletes an account that never traded and was never paid; its login stays used.
         * @description An account that is in use is archived first. One with orders, deals or payments is never deleted. No later account gets the login. Needs `accounts.delete`.
         */
        delete: operations["accounts.delete"];
        /**
         * Changes fields of an account; sessions end at terminals that it takes away. What one may not see one does not change.
         * @description Only the fields that are sent change. The answer has the new version. An agent gets the commission of agent rules at the end of the day or month, if it is the agent by then. A demo account has a demo agent, a real account a real one; a change of the agent needs `accounts.balance` too. Needs `accounts.view` and `accounts.edit`.
         */
        patch: operations["accounts.change"];
    };
    "/admin/v1/accounts/{login}/archive": {
        /**
         * Makes an account without positions and orders history; staff can restore it.
         * @description What is so already stays so. Nobody does this to their own account. Needs `accounts.view` and `accounts.edit`.
         */
        post: operations["accounts.archive"];
    };
    "/admin/v1/accounts/{login}/balance": {
        /**
         * Pays in or out, once for each request id.
         * @description A withdrawal must leave the margin covered, unless `skip_margin_check` is sent. A result `unknown` is cleared up by the same request id. Needs `accounts.balance`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["accounts.balance"];
    };
    "/admin/v1/accounts/{login}/balance-history": {
        /**
         * Lists the deals of an account that moved money without a trade, newest first.
         * @description Deposits, credit, charges, corrections, commission of periods. The list follows execution by up to half a second; `min_projection_seq` asks for one that has what an answer named. Needs `accounts.view`.
         */
        get: operations["accounts.balance_history"];
    };
    "/admin/v1/accounts/{login}/closed": {
        /**
         * Lists the closed positions of an account, newest first, with totals over all.
         * @description `totals` covers every page. The list follows execution by up to half a second; `min_projection_seq` asks for one that has what an answer named. Needs `trades.view`.
         */
        get: operations["accounts.closed"];
    };
    "/admin/v1/accounts/{login}/correct": {
        /**
         * Sets balance and credit to the sums of the deals by one correction, if they differ.
         * @description The correction is one event of the account without a deal, with a line in the journal. Needs `accounts.balance`.
         */
        post: operations["accounts.correct"];
    };
    "/admin/v1/accounts/{login}/daily": {
        /**
         * Pages through the daily lines of an account, newest day first.
         * @description A line is as of the end of the day. The list follows execution by up to half a second; `min_projection_seq` asks for one that has what an answer named. Needs `accounts.view`.
         */
        get: operations["accounts.daily"];
    };
    "/admin/v1/accounts/{login}/deals": {
        /**
         * Lists the deals of an account, newest first, payments among them.
         * @description The list follows execution by up to half a second; `min_projection_seq` asks for one that has what an answer named. Needs `trades.view`.
         */
        get: operations["accounts.deals"];
    };
    "/admin/v1/accounts/{login}/deals/{id}": {
        /**
         * Answers a deal of an account.
         * @description Payments are deals, too. Needs `trades.view`.
         */
        get: operations["accounts.deals.read"];
    };
    "/admin/v1/accounts/{login}/disable": {
        /**
         * Keeps an account from signing in and trading; its sessions end, its positions stay.
         * @description What is so already stays so. Nobody does this to their own account. Needs `accounts.view` and `accounts.edit`.
         */
        post: operations["accounts.disable"];
    };
    "/admin/v1/accounts/{login}/enable": {
        /**
         * Lets a disabled account sign in again.
         * @description What is so already stays so. Nobody does this to their own account. Needs `accounts.view` and `accounts.edit`.
         */
        post: operations["accounts.enable"];
    };
    "/admin/v1/accounts/{login}/group": {
        /**
         * Moves an account to another group of its currency; positions and orders stay where the group has their mode and symbols.
         * @description The new group has the currency of the account, unless the account was never used. While the account has positions or orders, it also has their margin mode and their symbols. Needs `accounts.view` and `accounts.edit`.
         */
        post: operations["accounts.group"];
    };
    "/admin/v1/accounts/{login}/held-fills": {
        /**
         * Books or busts a fill of a provider that is held, far from the quote.
         * @description For a fill whose price is further from the quote than `fill_deviation_max` of its gateway: nothing is booked of it, its order shows `volume_held` and stays open, and the journal warns with the execution. `book` makes the deal at the price of the provider; `bust` leaves it out, also when the provider goes on counting it. With an `Idempotency-Key`, a UUID, a repeated request does nothing twice. The journal has a line. Needs `trades.edit` and `trades.delete`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["accounts.held_fills"];
    };
    "/admin/v1/accounts/{login}/journal": {
        /**
         * Pages through the lines about an account, newest first, as far back as the caller sees.
         * @description `logs_months` of the caller says how far back lines are shown. The list follows execution by up to half a second; `min_projection_seq` asks for one that has what an answer named. Needs `accounts.view` and `journal.view`.
         */
        get: operations["accounts.journal"];
    };
    "/admin/v1/accounts/{login}/leverage": {
        /**
         * Sets an individual leverage; 0 follows the group.
         * @description The margin of open positions follows at once. Needs `accounts.view` and `accounts.edit`.
         */
        post: operations["accounts.leverage"];
    };
    "/admin/v1/accounts/{login}/orders": {
        /**
         * Pages through the working orders of an account by id.
         * @description Values are live where the account answers within 250 ms; `live` says whether. The list follows execution by up to half a second; `min_projection_seq` asks for one that has what an answer named. Needs `trades.view`.
         */
        get: operations["accounts.orders"];
    };
    "/admin/v1/accounts/{login}/orders/{id}": {
        /**
         * Answers an order of an account, also a past one.
         * @description `cause` tells what ended it; it is null while the order works. Needs `trades.view`.
         */
        get: operations["accounts.orders.read"];
    };
    "/admin/v1/accounts/{login}/orders/{id}/release": {
        /**
         * Ends an order at a provider that does not tell what becomes of it.
         * @description For an order at a provider that never answers, or whose gateway is gone. What was filled stays, the rest is canceled here; the journal warns. The provider is not asked: what it fills later is a warning of the journal, too. With an `Idempotency-Key`, a UUID, a repeated request does nothing twice. Needs `trades.edit` and `trades.delete`.
         */
        post: operations["accounts.orders.release"];
    };
    "/admin/v1/accounts/{login}/orders/history": {
        /**
         * Lists the orders of an account that are over, newest first.
         * @description The list follows execution by up to half a second; `min_projection_seq` asks for one that has what an answer named. Needs `trades.view`.
         */
        get: operations["accounts.orders.history"];
    };
    "/admin/v1/accounts/{login}/otp/reset": {
        /**
         * Takes the one-time codes of an account away and closes its sessions.
         * @description For a user who lost the app. Where the group demands codes the next sign-in sets them up again. Needs `accounts.password`.
         */
        post: operations["accounts.otp.reset"];
    };
    "/admin/v1/accounts/{login}/password": {
        /**
         * Sets a password of an account and ends the sessions that it opened; an empty one takes an investor, phone or api password away.
         * @description The phone password signs in nowhere; the `api` password is for programs. Needs `accounts.password`.
         */
        post: operations["accounts.password"];
    };
    "/admin/v1/accounts/{login}/password/check": {
        /**
         * Tells whether a password of an account fits; wrong ones count as failed sign-ins.
         * @description For clients who identify themselves, on the phone say. Needs `accounts.password`.
         */
        post: operations["accounts.password.check"];
    };
    "/admin/v1/accounts/{login}/positions": {
        /**
         * Pages through the open positions of an account by id.
         * @description Values are live where the account answers within 250 ms; `live` says whether. The list follows execution by up to half a second; `min_projection_seq` asks for one that has what an answer named. Needs `trades.view`.
         */
        get: operations["accounts.positions"];
    };
    "/admin/v1/accounts/{login}/recalculate": {
        /**
         * Sums up the deals of an account and compares them with its balance and credit.
         * @description Both are read at one event of the account. A difference comes from a fault of the server: `accounts.correct` then makes the ledger the sum of its deals. Needs `accounts.view`.
         */
        post: operations["accounts.recalculate"];
    };
    "/admin/v1/accounts/{login}/restore": {
        /**
         * Takes an account out of the archive; it is disabled then.
         * @description What is so already stays so. Nobody does this to their own account. Needs `accounts.view` and `accounts.edit`.
         */
        post: operations["accounts.restore"];
    };
    "/admin/v1/accounts/{login}/trade": {
        /**
         * Makes a trade request for a client, with the caller as its dealer.
         * @description Takes what the trader can ask for, except prices, and `skip_margin_check`. The same `request_id` trades once, whoever sends it again. Needs `trades.edit`.
         */
        post: operations["accounts.trade"];
    };
    "/admin/v1/accounts/{login}/trade/check": {
        /**
         * Tells what a trade request for a client would come to; trades nothing.
         * @description Margin, free margin afterwards, commission, and the code of its refusal, as for the trader. Nothing changes. Needs `trades.edit`.
         */
        post: operations["accounts.trade.check"];
    };
    "/admin/v1/accounts/bulk-balance": {
        /**
         * Pays in to or out of many accounts, each item once for its request id.
         * @description Each item is a money operation with its own check and journal line. A row `unknown` is cleared up by the same request. Needs `accounts.balance`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["accounts.bulk_balance"];
    };
    "/admin/v1/accounts/bulk-change": {
        /**
         * Changes group, leverage and switches of accounts, each as if it were changed alone.
         * @description Each account has its own row, and a journal line for each change. Its changes are made in the order `enabled`, `trading_enabled`, `leverage`, `group`; the first that is refused ends them. Needs `accounts.view` and `accounts.edit`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["accounts.bulk_change"];
    };
    "/admin/v1/accounts/count": {
        /**
         * Counts the accounts of the list, on all its pages.
         * @description Takes the filters of the list; `page` and `limit` do not bound the number. Needs `accounts.view`.
         */
        get: operations["accounts.count"];
    };
    "/admin/v1/accounts/export": {
        /**
         * Answers the accounts of the list as a CSV file by login, with their live money.
         * @description Takes the filters of the list; fields without their right are empty. The first line names the columns; a member of an object is named with a dot. A text that a spreadsheet would run as a formula begins with an apostrophe. A row is of the moment at which it was read. Needs `accounts.view`.
         */
        get: operations["accounts.export"];
    };
    "/admin/v1/accounts/group-balance": {
        /**
         * Makes one payment to each account of groups, once for the request id.
         * @description The groups of the mask have one currency; accounts of staff are left out. A request pays a thousand accounts by login, or `limit`; the same body with `after` goes on. An account is paid once for the `request_id`. A repeated request also pays accounts that were refused before, and those that came into the groups since the first request: the server keeps no list of the accounts of a request. A `dry_run` only counts the accounts. Needs `accounts.view` and `accounts.balance`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["accounts.group_balance"];
    };
    "/admin/v1/accounts/groups": {
        /**
         * Lists the groups within the scope, with what opening an account in them needs.
         * @description Staff groups are listed for holders of `config.staff`. Needs `accounts.view`.
         */
        get: operations["accounts.groups"];
    };
    "/admin/v1/accounts/import": {
        /**
         * Opens accounts from a list or a CSV file, or says what of it could be opened.
         * @description Takes `accounts`, or `csv` with the names of the same fields in its first line; up to 500 rows. Rows are opened in their order, each with the checks and the journal line of an account that is opened alone, and each has its own outcome. A `dry_run` opens nothing and takes no confirmation. A repeated `request_id` of the caller opens only what was not. A `deposit` is paid into the balance once the account is open, and needs `accounts.balance`; a row whose deposit is refused names its login, and is tried again by the same request. A row `unknown` is cleared up by the same request, which never pays twice. Needs `accounts.view` and `accounts.edit`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["accounts.import"];
    };
    "/admin/v1/accounts/next-login": {
        /**
         * Answers the login that the next account of a group gets, if nobody else takes it.
         * @description Nothing is reserved. Needs `accounts.edit`.
         */
        get: operations["accounts.next_login"];
    };
    "/admin/v1/accounts/window": {
        /**
         * Answers a window over the stored accounts, sorted and filtered by any of their fields.
         * @description All filters apply together; filters, sorts and searches by a private field need its right. Cursors hold for their query, session, rights and groups. Page and checkpoint are of one snapshot; behind a fence that is not met there are no rows. Needs `accounts.view`.
         */
        get: operations["accounts.window"];
    };
    "/admin/v1/accounts/window/count": {
        /**
         * Counts all accounts of a window exactly, in a snapshot of its own.
         * @description Takes the filters of the window. A page and a count with different `projection_seq` do not belong together. Needs `accounts.view`.
         */
        get: operations["accounts.window_count"];
    };
    "/admin/v1/applications": {
        /**
         * Pages through the applications of groups in scope, the oldest first.
         * @description Fields without their right are empty; `email` needs the right to it. Needs `applications`.
         */
        get: operations["applications.list"];
    };
    "/admin/v1/applications/{id}": {
        /**
         * Answers an application.
         * @description Fields without their right are empty. Needs `applications`.
         */
        get: operations["applications.read"];
        /**
         * Changes the group, the leverage or the comment of an application before it is decided.
         * @description Only what is sent changes. The group must be one for real accounts. Needs `applications`.
         */
        patch: operations["applications.change"];
    };
    "/admin/v1/applications/{id}/approve": {
        /**
         * Opens the account and e-mails its passwords to the applicant.
         * @description What is left out is that of the application; the login is the next free one. The owner must change the master password at the first sign-in. Needs `applications`.
         */
        post: operations["applications.approve"];
    };
    "/admin/v1/applications/{id}/reject": {
        /**
         * Rejects an application and e-mails the reason to the applicant.
         * @description The person can apply again. Needs `applications`.
         */
        post: operations["applications.reject"];
    };
    "/admin/v1/auth/change-password": {
        /**
         * Changes the password of the login and closes every session of it, this one included.
         * @description The new password must differ from the current one. Sign in again afterwards. Sessions that must change their password may use it. Read-only sessions are answered `auth.password_change_not_allowed`.
         */
        post: operations["auth.staff.password"];
    };
    "/admin/v1/auth/login": {
        /**
         * Signs in: browsers get cookies and a csrf token, other terminals get two tokens.
         * @description Opens a session. The access token comes in a cookie, also to programs, and `access_token` is empty; each change sends the csrf token in `X-CSRF-Token`. A session that must change its password, or set up codes, is restricted to that. Needs no session.
         */
        post: operations["auth.staff.login"];
    };
    "/admin/v1/auth/logout": {
        /**
         * Closes the session; a browser whose access is over may use its live refresh cookie.
         * @description Ends the session first, then clears cookies; where it fails they stay. A browser whose access is over may end it by its refresh cookie, which is not renewed. Brings its credentials itself: a token in the body, or cookies.
         */
        post: operations["auth.staff.logout"];
    };
    "/admin/v1/auth/me": {
        /**
         * Answers the session that the request was made in.
         * @description Tells who is signed in, with which rights, and until when the access token is good. Restricted sessions may use it.
         */
        get: operations["auth.staff.me"];
    };
    "/admin/v1/auth/otp": {
        /**
         * Says whether one-time codes are on for the login, and whether its group demands them.
         * @description Read it before offering to turn codes on or off. Sessions that must set up one-time codes may use it.
         */
        get: operations["auth.staff.otp"];
    };
    "/admin/v1/auth/otp/confirm": {
        /**
         * Turns codes on with the first one of the secret; other sessions of the login end, and a browser gets new cookies.
         * @description A session that was restricted to setting up codes becomes a full one. Sessions that must set up one-time codes may use it. Read-only sessions are answered `auth.otp_not_set`.
         */
        post: operations["auth.staff.otp.confirm"];
    };
    "/admin/v1/auth/otp/disable": {
        /**
         * Turns codes off with a current one, where the group does not demand them.
         * @description Answers the state afterwards. Sign-in asks for no codes then. Read-only sessions are answered `forbidden`.
         */
        post: operations["auth.staff.otp.disable"];
    };
    "/admin/v1/auth/otp/enrol": {
        /**
         * Makes a secret for an authenticator app; within 15 minutes of the sign-in.
         * @description Codes are not on before the first one is confirmed; a second call makes another secret in the place of the first. Sessions that must set up one-time codes may use it. Read-only sessions are answered `conflict`.
         */
        post: operations["auth.staff.otp.enrol"];
    };
    "/admin/v1/auth/refresh": {
        /**
         * Gives new tokens for the refresh token, which stops working.
         * @description Renews the tokens of a session shortly before `access_expires_at`. The access token and the refresh token before them are void at once; open sockets of the session stay, until it ends at `session_expires_at`. Browsers send no body: their refresh cookie and `X-CSRF-Token` stand for it. A refresh whose answer was lost is repeated within 60 s with the same `Idempotency-Key`; the first tokens are void then. Brings its credentials itself: a token in the body, or cookies.
         */
        post: operations["auth.staff.refresh"];
    };
    "/admin/v1/bars": {
        /**
         * Answers bars at the prices of the symbol, without the markups of groups.
         * @description The same as `GET /trader/v1/bars`, of any symbol: prices are bids of the symbol, or trades where its `chart_mode` is `last`. Needs `config.symbols` or `symbols.quick_edit` or `config.view`.
         */
        get: operations["bars.read"];
    };
    "/admin/v1/bars/rebuild": {
        /**
         * Corrects bars: minutes by hand, or longer bars from the kept minutes.
         * @description With `bars` these minutes get the given values. Minutes of the period that are not listed stay. Without `bars` the minutes stay. In both cases the longer bars that contain them are made of the minutes again. The period is at most a day and has ended. Prices stay within `manual_quote_pts` of the bar that is there and of the minutes beside it. The newest minute keeps its close and spread, which are the last quote. The answer shows the first 100 changed bars, the shortest timeframe first; so does the journal. A repeated request changes nothing. Symbols that take their prices from this one have bars of their own. Needs `symbols.quick_edit`.
         */
        post: operations["bars.rebuild"];
    };
    "/admin/v1/clients": {
        /**
         * Pages through the clients that the caller sees, by id.
         * @description Staff see a client through each of its accounts that they see; a client without accounts is shown to its owner and to staff whose scope is every group. A parameter needs the right to its field. Needs `clients.view`.
         */
        get: operations["clients.list"];
        /**
         * Creates a client without accounts.
         * @description The caller becomes its owner. Accounts are linked one by one. Needs `clients.view` and `accounts.edit`.
         */
        post: operations["clients.create"];
    };
    "/admin/v1/clients/{id}": {
        /**
         * Answers a client with its accounts.
         * @description Accounts that the caller does not see are left out, fields without their right empty. Needs `clients.view`.
         */
        get: operations["clients.read"];
        /**
         * Deletes a client without accounts.
         * @description No later client gets its id. Needs `clients.view` and `accounts.edit`.
         */
        delete: operations["clients.delete"];
        /**
         * Changes fields of a client. What one may not see one does not change.
         * @description Only the fields that are sent change. Its accounts keep their own names and addresses. Needs `clients.view` and `accounts.edit`.
         */
        patch: operations["clients.change"];
    };
    "/admin/v1/clients/{id}/accounts/{login}": {
        /**
         * Links an account to a client.
         * @description An account that is linked to the client already stays so. Needs `clients.view` and `accounts.edit` and `accounts.view`.
         */
        put: operations["clients.link"];
        /**
         * Unlinks an account from a client.
         * @description Who unlinks the last account becomes the owner of the client. Needs `clients.view` and `accounts.edit` and `accounts.view`.
         */
        delete: operations["clients.unlink"];
    };
    "/admin/v1/config/export": {
        /**
         * Lists symbols or groups as their own route does.
         * @description The older form of the export, which knows two kinds. Needs `config.symbols` or `config.groups`.
         */
        get: operations["config.export"];
    };
    "/admin/v1/config/import": {
        /**
         * Creates or changes symbols or groups, as their own routes do.
         * @description The older form of the import: records as their list shows them, known by path. An item that fails does not stop the others. Needs `config.symbols` or `config.groups`.
         */
        post: operations["config.import"];
    };
    "/admin/v1/config/transfer/catalog": {
        /**
         * Lists what there is to transfer, by kind.
         * @description Everything that the caller may read, in one answer. Needs `config.symbols` or `symbols.quick_edit` or `config.leverage` or `config.groups` or `config.datafeeds` or `config.gateways` or `config.routing` or `config.holidays` or `config.reports` or `config.servers` or `config.allocation` or `config.mail` or `config.staff`.
         */
        get: operations["transfer.catalog"];
    };
    "/admin/v1/config/transfer/delete": {
        /**
         * Deletes settings by key, or says what a delete would do.
         * @description Nothing is deleted unless `dry_run` is false. What is in use is refused, as by the delete of its kind. Staff users are deleted by their own route. Needs `config.symbols` or `symbols.quick_edit` or `config.leverage` or `config.groups` or `config.datafeeds` or `config.gateways` or `config.routing` or `config.holidays` or `config.reports` or `config.servers` or `config.allocation` or `config.mail`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["transfer.delete"];
    };
    "/admin/v1/config/transfer/export": {
        /**
         * Answers a file of settings, without secrets.
         * @description A kind that is null exports all of it. Ids, versions and secrets stay behind; references are by name. Kinds that the caller may not read are named in `denied`. Items of `allocations` with the same key are told apart by their order. `staff` are known by their login: a file with this kind has the table `logins`, and dealers of routing rules. Needs `config.symbols` or `symbols.quick_edit` or `config.leverage` or `config.groups` or `config.datafeeds` or `config.gateways` or `config.routing` or `config.holidays` or `config.reports` or `config.servers` or `config.allocation` or `config.mail` or `config.staff`.
         */
        post: operations["transfer.export"];
    };
    "/admin/v1/config/transfer/import": {
        /**
         * Takes a file of settings over, item by item.
         * @description Items are known by name or path. An item that fails does not stop the others, and nothing is deleted. New symbols are closed for trade unless the options say otherwise. A new datafeed, gateway or mail server without its secret arrives disabled, and so does a rule that asks dealers, with the rules behind it that would take its requests: each has a warning, in the preview too. `logins` of the file says who staff and dealers are here; a new staff user gets an account without a password. Needs `config.symbols` or `symbols.quick_edit` or `config.leverage` or `config.groups` or `config.datafeeds` or `config.gateways` or `config.routing` or `config.holidays` or `config.reports` or `config.servers` or `config.allocation` or `config.mail` or `config.staff`.
         */
        post: operations["transfer.import"];
    };
    "/admin/v1/config/transfer/preview": {
        /**
         * Answers what an import of a file would do; writes nothing.
         * @description The checks are those of the import. At most 20,000 items and 10 MB. Items of kinds that the caller may not write are errors of their own. Needs `config.symbols` or `symbols.quick_edit` or `config.leverage` or `config.groups` or `config.datafeeds` or `config.gateways` or `config.routing` or `config.holidays` or `config.reports` or `config.servers` or `config.allocation` or `config.mail` or `config.staff`.
         */
        post: operations["transfer.preview"];
    };
    "/admin/v1/confirmations": {
        /**
         * Gives a code to be shown and typed, for one request of this session within 2 minutes.
         * @description The token and the code count once, for one request of this session: its action, the parameters of its path and its body. Other requests ask for another confirmation.
         */
        post: operations["confirmations.issue"];
    };
    "/admin/v1/datafeeds": {
        /**
         * Lists datafeeds.
         * @description Datafeeds by priority. Nothing is paged. Needs `config.datafeeds` or `config.view`.
         */
        get: operations["datafeeds.list"];
        /**
         * Creates a datafeed.
         * @description What is left out takes its default. It connects at once where it is enabled. The password is held sealed. Needs `config.datafeeds`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["datafeeds.create"];
    };
    "/admin/v1/datafeeds/{id}": {
        /**
         * Answers a datafeed.
         * @description Has the version that a change sends back. Needs `config.datafeeds` or `config.view`.
         */
        get: operations["datafeeds.read"];
        /**
         * Deletes a datafeed.
         * @description It cannot be undone. With `version` only that version is deleted. Symbols go on with the next feed that quotes them. Needs `config.datafeeds`.
         */
        delete: operations["datafeeds.delete"];
        /**
         * Changes fields of a datafeed.
         * @description What is not sent stays; a list that is sent takes the place of the whole list. A change that changes nothing keeps the version. Read-only fields cannot be sent. It connects anew. Another server needs the password again; empty = none. Needs `config.datafeeds`. Holders of `confirm_actions` confirm `enabled` or `module` or `server` or `params` or `priority` or `symbols` or `translates` or `quotes_enabled` with a code.
         */
        patch: operations["datafeeds.change"];
    };
    "/admin/v1/datafeeds/{id}/import-symbols": {
        /**
         * Creates symbols that the provider of a datafeed offers.
         * @description New symbols have `trade_access` `disabled`; creating them takes `config.symbols`. Their names are those of the provider without characters that names may not have, and are translated where they differ. Existing symbols keep their settings. With `import_symbol_settings` digits, contract size and currency are those of the provider. A failing name does not stop the rest. Needs `config.datafeeds`.
         */
        post: operations["datafeeds.import_symbols"];
    };
    "/admin/v1/datafeeds/{id}/restart": {
        /**
         * Connects a datafeed anew.
         * @description Counts as a fresh start: the wait after failures begins anew. Needs `config.datafeeds`.
         */
        post: operations["datafeeds.restart"];
    };
    "/admin/v1/datafeeds/{id}/symbols": {
        /**
         * Lists the symbols that the provider of a datafeed offers.
         * @description Asks the provider, and waits for its answer for some seconds. Needs `config.datafeeds`.
         */
        get: operations["datafeeds.symbols"];
    };
    "/admin/v1/datafeeds/modules": {
        /**
         * Lists the modules that a datafeed may be of.
         * @description Has the parameters of each, with the values of a new record. Needs `config.datafeeds` or `config.view`.
         */
        get: operations["datafeeds.modules"];
    };
    "/admin/v1/datafeeds/order": {
        /**
         * Puts datafeeds in another order.
         * @description Answers the whole list as it stands then. New positions count at once. Needs `config.datafeeds`. Holders of `confirm_actions` confirm it with a code.
         */
        put: operations["datafeeds.order"];
    };
    "/admin/v1/datafeeds/statuses": {
        /**
         * Tells what each datafeed is doing.
         * @description In the order of the list. Needs `config.datafeeds` or `config.view`.
         */
        get: operations["datafeeds.statuses"];
    };
    "/admin/v1/dealing": {
        /**
         * Lists the 2000 oldest requests within the scope that wait for dealers.
         * @description A dealer is on line while a socket of theirs follows the channel `dealing`, which tells each change of this list. Needs `trades.edit`.
         */
        get: operations["dealing.list"];
    };
    "/admin/v1/dealing/{request}/confirm": {
        /**
         * Executes a taken request, at the current price and whole unless others are given.
         * @description The client gets the deal. A price that is worse than `price_worst`, or than price and deviation allow in instant and request execution, is refused. Needs `trades.edit`.
         */
        post: operations["dealing.confirm"];
    };
    "/admin/v1/dealing/{request}/reject": {
        /**
         * Rejects a taken request, with a reason for the client.
         * @description The client gets `trade.rejected` with the text. Needs `trades.edit`.
         */
        post: operations["dealing.reject"];
    };
    "/admin/v1/dealing/{request}/requote": {
        /**
         * Answers a taken request with prices that the client may accept.
         * @description The client may accept the prices for the time that the symbol sets. In market and exchange execution there are no requotes, and the dealer is refused. Needs `trades.edit`.
         */
        post: operations["dealing.requote"];
    };
    "/admin/v1/dealing/{request}/return": {
        /**
         * Gives a taken request back: it is offered to the next dealer.
         * @description Where all dealers have returned a request, it is rejected, or decided as `otherwise` of its rule says. Needs `trades.edit`.
         */
        post: operations["dealing.return"];
    };
    "/admin/v1/dealing/{request}/take": {
        /**
         * Takes a waiting request: others cannot answer it any more.
         * @description A request that is offered to one dealer can be taken by no other. Needs `trades.edit`.
         */
        post: operations["dealing.take"];
    };
    "/admin/v1/deals/{id}/bust": {
        /**
         * Takes a deal back: its money is returned, its position rebuilt from its other deals.
         * @description For a trade that never should have been: its row becomes `buy_canceled` or `sell_canceled`, a deal `correction` returns its money, and its position is what the others leave, even if it was closed. Repeating it does nothing. The journal has a line. Needs `trades.edit` and `trades.delete`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["deals.bust"];
    };
    "/admin/v1/deals/{id}/explain": {
        /**
         * Explains a deal: its cause, the rule that decided, the quote seen, the money around it.
         * @description What log and database know of a deal, as data and in sentences to be read to a client. Needs `trades.view`.
         */
        get: operations["deals.explain"];
    };
    "/admin/v1/email-templates": {
        /**
         * Lists the templates of e-mails.
         * @description Templates by id: the name of the e-mail and its language. Nothing is paged. Needs `config.mail` or `config.view`.
         */
        get: operations["email-templates.list"];
    };
    "/admin/v1/email-templates/{id}": {
        /**
         * Answers a template of e-mails.
         * @description Has the version that a change sends back. Needs `config.mail` or `config.view`.
         */
        get: operations["email-templates.read"];
        /**
         * Changes fields of a template; its HTML is cleaned.
         * @description What is not sent stays; a list that is sent takes the place of the whole list. A change that changes nothing keeps the version. Read-only fields cannot be sent. `{{…}}` is replaced by a value, escaped in the HTML part. Elements, attributes and styles that are not allowed are removed. Needs `config.mail`.
         */
        patch: operations["email-templates.change"];
    };
    "/admin/v1/email-templates/{id}/reset": {
        /**
         * Changes a template back to its built-in texts.
         * @description A template that has its built-in texts already is answered unchanged. Needs `config.mail`.
         */
        post: operations["email-templates.reset"];
    };
    "/admin/v1/gateways": {
        /**
         * Lists gateways.
         * @description Gateways by priority. Nothing is paged. Needs `config.gateways` or `config.view`.
         */
        get: operations["gateways.list"];
        /**
         * Creates a gateway.
         * @description What is left out takes its default. Routing rules decide which orders it gets; its symbols do not. Needs `config.gateways`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["gateways.create"];
    };
    "/admin/v1/gateways/{id}": {
        /**
         * Answers a gateway.
         * @description Has the version that a change sends back. Needs `config.gateways` or `config.view`.
         */
        get: operations["gateways.read"];
        /**
         * Deletes a gateway.
         * @description It cannot be undone. With `version` only that version is deleted. Needs `config.gateways`.
         */
        delete: operations["gateways.delete"];
        /**
         * Changes fields of a gateway.
         * @description What is not sent stays; a list that is sent takes the place of the whole list. A change that changes nothing keeps the version. Read-only fields cannot be sent. A sealed parameter sent back as its mask keeps its value. Needs `config.gateways`. Holders of `confirm_actions` confirm `enabled` or `module` or `server` or `params` or `priority` or `symbols` or `translates` or `mode` or `groups` or `fill_deviation_max` with a code.
         */
        patch: operations["gateways.change"];
    };
    "/admin/v1/gateways/{id}/import-accounts": {
        /**
         * Opens an account for each that the provider of a gateway keeps, once.
         * @description Asks the provider for its accounts (35=BB). Each gets an account in the group, by its name, with passwords that nobody knows, and is not opened again by a later import. With `allow_import_balances` its positive balance is paid in, once. Needs `config.gateways` and `accounts.view` and `accounts.edit` and `accounts.balance`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["gateways.import_accounts"];
    };
    "/admin/v1/gateways/{id}/import-symbols": {
        /**
         * Creates symbols that the provider of a gateway offers.
         * @description New symbols have `trade_access` `disabled`; creating them takes `config.symbols`. Their names are those of the provider without characters that names may not have, and are translated where they differ. Existing symbols keep their settings. With `import_symbol_settings` digits, contract size and currency are those of the provider. A failing name does not stop the rest. Needs `config.gateways`.
         */
        post: operations["gateways.import_symbols"];
    };
    "/admin/v1/gateways/{id}/restart": {
        /**
         * Connects a gateway anew.
         * @description Logs out and in again; orders at the provider stay, and their state is asked for. Needs `config.gateways`.
         */
        post: operations["gateways.restart"];
    };
    "/admin/v1/gateways/{id}/symbols": {
        /**
         * Lists the symbols that the provider of a gateway offers.
         * @description Asks the provider, and waits for its answer for some seconds. Needs `config.gateways`.
         */
        get: operations["gateways.symbols"];
    };
    "/admin/v1/gateways/{id}/transactions": {
        /**
         * Lists the messages that a gateway has kept, the newest first.
         * @description Messages of the last collect_transactions_days days; none are kept while that is 0. Needs `config.gateways`.
         */
        get: operations["gateways.transactions"];
    };
    "/admin/v1/gateways/modules": {
        /**
         * Lists the modules that a gateway may be of.
         * @description Has the parameters of each, with the values of a new record. Needs `config.gateways` or `config.view`.
         */
        get: operations["gateways.modules"];
    };
    "/admin/v1/gateways/order": {
        /**
         * Puts gateways in another order.
         * @description Answers the whole list as it stands then. New positions count at once. Needs `config.gateways`. Holders of `confirm_actions` confirm it with a code.
         */
        put: operations["gateways.order"];
    };
    "/admin/v1/gateways/statuses": {
        /**
         * Tells what each gateway is doing.
         * @description In the order of the list; `stopped` while nothing reports it. Needs `config.gateways` or `config.view`.
         */
        get: operations["gateways.statuses"];
    };
    "/admin/v1/groups": {
        /**
         * Lists groups in scope, by path.
         * @description Groups of the scope by path. Nothing is paged. Needs `config.groups` or `trades.edit` or `config.view`.
         */
        get: operations["groups.list"];
        /**
         * Creates a group.
         * @description What is left out takes its default. A part `managers` or `administrators` of its path, or one that looks like it, makes it a staff group. Needs `config.groups`.
         */
        post: operations["groups.create"];
    };
    "/admin/v1/groups/{id}": {
        /**
         * Answers a group.
         * @description Has the version that a change sends back. Needs `config.groups` or `trades.edit` or `config.view`.
         */
        get: operations["groups.read"];
        /**
         * Deletes a group.
         * @description It cannot be undone. With `version` only that version is deleted. Needs `config.groups`.
         */
        delete: operations["groups.delete"];
        /**
         * Changes fields of a group.
         * @description What is not sent stays; a list that is sent takes the place of the whole list. A change that changes nothing keeps the version. Read-only fields cannot be sent. Path, currency and its digits are fixed once it has an account. Needs `config.groups`. Holders of `confirm_actions` confirm `symbols` or `commissions` or `swaps_enabled` or `interest_rate` or `interest_days` or `so_compensation` or `so_compensation_credit` or `demo_deposit` with a code.
         */
        patch: operations["groups.change"];
    };
    "/admin/v1/holidays": {
        /**
         * Lists holidays.
         * @description Holidays in their order. Nothing is paged. Needs `config.holidays` or `config.view`.
         */
        get: operations["holidays.list"];
        /**
         * Creates a holiday.
         * @description What is left out takes its default. It goes to the end of the list. Needs `config.holidays`.
         */
        post: operations["holidays.create"];
    };
    "/admin/v1/holidays/{id}": {
        /**
         * Answers a holiday.
         * @description Has the version that a change sends back. Needs `config.holidays` or `config.view`.
         */
        get: operations["holidays.read"];
        /**
         * Deletes a holiday.
         * @description It cannot be undone. With `version` only that version is deleted. Needs `config.holidays`.
         */
        delete: operations["holidays.delete"];
        /**
         * Changes fields of a holiday.
         * @description What is not sent stays; a list that is sent takes the place of the whole list. A change that changes nothing keeps the version. Read-only fields cannot be sent. Its position has a route of its own. Needs `config.holidays`.
         */
        patch: operations["holidays.change"];
    };
    "/admin/v1/holidays/check": {
        /**
         * Answers which holidays close a symbol on a day.
         * @description Tells what stands in the way of trading on a day. Needs `config.holidays` or `config.view`.
         */
        get: operations["holidays.check"];
    };
    "/admin/v1/holidays/order": {
        /**
         * Puts holidays in another order.
         * @description Answers the whole list as it stands then. New positions count at once. Needs `config.holidays`.
         */
        put: operations["holidays.order"];
    };
    "/admin/v1/journal": {
        /**
         * Pages through the lines of the journal, newest first, as far back as the caller sees.
         * @description At most 10,000 lines are counted: a shorter period shows what lies behind. Lines about accounts outside the scope are left out. Needs `journal.view`.
         */
        get: operations["journal.list"];
    };
    "/admin/v1/leverage-profiles": {
        /**
         * Lists leverage profiles.
         * @description Profiles by name. Nothing is paged. Needs `config.leverage` or `config.groups` or `config.view`.
         */
        get: operations["leverage-profiles.list"];
        /**
         * Creates a leverage profile.
         * @description What is left out takes its default. Groups use it once they name it in `leverage_profile_id`. Needs `config.leverage`.
         */
        post: operations["leverage-profiles.create"];
    };
    "/admin/v1/leverage-profiles/{id}": {
        /**
         * Answers a leverage profile.
         * @description Has the version that a change sends back. Needs `config.leverage` or `config.groups` or `config.view`.
         */
        get: operations["leverage-profiles.read"];
        /**
         * Deletes a leverage profile.
         * @description It cannot be undone. With `version` only that version is deleted. Needs `config.leverage`.
         */
        delete: operations["leverage-profiles.delete"];
        /**
         * Changes fields of a leverage profile.
         * @description What is not sent stays; a list that is sent takes the place of the whole list. A change that changes nothing keeps the version. Read-only fields cannot be sent. Margin follows within moments. Needs `config.leverage`.
         */
        patch: operations["leverage-profiles.change"];
    };
    "/admin/v1/leverage-profiles/{id}/rules": {
        /**
         * Puts a rule into a leverage profile.
         * @description Answers the whole profile. Needs `config.leverage`.
         */
        post: operations["leverage-profiles.rules.create"];
    };
    "/admin/v1/leverage-profiles/{id}/rules/{n}": {
        /**
         * Takes the rule with a number, which is its place, out of a leverage profile.
         * @description Rules behind it move up by one. Needs `config.leverage`.
         */
        delete: operations["leverage-profiles.rules.delete"];
        /**
         * Changes fields of the rule with a number, which is its place.
         * @description Fields that are not sent stay; `tiers` takes the place of all tiers. Needs `config.leverage`.
         */
        patch: operations["leverage-profiles.rules.change"];
    };
    "/admin/v1/leverage-profiles/{id}/rules/order": {
        /**
         * Puts the rules of a leverage profile in another order.
         * @description Answers the whole profile. The first rule that fits a symbol decides. Needs `config.leverage`.
         */
        put: operations["leverage-profiles.rules.order"];
    };
    "/admin/v1/leverage-switches": {
        /**
         * Lists leverage switches.
         * @description Switches by their times. Nothing is paged. Needs `config.leverage` or `config.view`.
         */
        get: operations["leverage-switches.list"];
        /**
         * Creates a leverage switch.
         * @description What is left out takes its default. At `at` groups with the one profile get the other, and at `until` those that got it get the former one back, unless they have yet another profile by then. Times that passed while the server stood still are made up for, in order. Needs `config.leverage`.
         */
        post: operations["leverage-switches.create"];
    };
    "/admin/v1/leverage-switches/{id}": {
        /**
         * Answers a leverage switch.
         * @description Has the version that a change sends back. Needs `config.leverage` or `config.view`.
         */
        get: operations["leverage-switches.read"];
        /**
         * Deletes a leverage switch.
         * @description It cannot be undone. With `version` only that version is deleted. Needs `config.leverage`.
         */
        delete: operations["leverage-switches.delete"];
        /**
         * Changes fields of a leverage switch.
         * @description What is not sent stays; a list that is sent takes the place of the whole list. A change that changes nothing keeps the version. Read-only fields cannot be sent. Once it has begun, only `until` can change. Needs `config.leverage`.
         */
        patch: operations["leverage-switches.change"];
    };
    "/admin/v1/licence": {
        /**
         * Checks the applied licence, and answers what it issues, allows and uses.
         * @description Signature, end and server are checked at each read. `warnings` tells what is wrong or soon will be: no key, no public key of the vendor, an invalid licence, 30 days or less left, groups of companies that it does not issue. Without a licence nothing is limited; under one that ended or is invalid no accounts, groups and brands are added. The key is never answered. Needs `config.servers` or `config.view`.
         */
        get: operations["licence.read"];
        /**
         * Applies a licence key: companies and brands become what it issues.
         * @description The vendor must have signed the key for this server, with an end in the future, and not before the applied one. Then companies and brands become what it issues in one decision: the main company is renamed with its groups, and brands of companies that it does not issue are deleted. The key that is applied already changes nothing. Needs `config.servers`.
         */
        post: operations["licence.apply"];
    };
    "/admin/v1/licence/brands": {
        /**
         * Lists brands.
         * @description The default brand, then the others by company. Nothing is paged. Needs `config.servers` or `config.view`.
         */
        get: operations["licence.brands.list"];
        /**
         * Creates a brand.
         * @description What is left out takes its default. The licence lists the companies; without a licence any may have a brand. Needs `config.servers` and `config.white_labels`.
         */
        post: operations["licence.brands.create"];
    };
    "/admin/v1/licence/brands/{id}": {
        /**
         * Answers a brand.
         * @description Has the version that a change sends back. Needs `config.servers` or `config.view`.
         */
        get: operations["licence.brands.read"];
        /**
         * Deletes a brand.
         * @description It cannot be undone. With `version` only that version is deleted. Allocation rules that name it are offered no more. Needs `config.servers` and `config.white_labels`.
         */
        delete: operations["licence.brands.delete"];
        /**
         * Changes fields of a brand.
         * @description What is not sent stays; a list that is sent takes the place of the whole list. A change that changes nothing keeps the version. Read-only fields cannot be sent. A disabled brand loses the default mark. Needs `config.servers` and `config.white_labels`.
         */
        patch: operations["licence.brands.change"];
    };
    "/admin/v1/licence/brands/{id}/default": {
        /**
         * Makes a brand the default one, which serves hosts that no brand names.
         * @description The former default loses the mark. A brand that is the default already does not change. Needs `config.servers` and `config.white_labels`.
         */
        post: operations["licence.brands.default"];
    };
    "/admin/v1/licence/brands/{id}/images/{kind}": {
        /**
         * Downloads an image of a brand.
         * @description The bytes of the image without an envelope. Its `ETag` tells whether it changed. Needs `config.servers` or `config.view`.
         */
        get: operations["licence.brands.image"];
        /**
         * Stores an image of a brand; it replaces the former one.
         * @description The file has 1 byte to 1 MiB and is a png, jpeg, gif, webp or ico by its first bytes. The version of the brand increases. Needs `config.servers` and `config.white_labels`.
         */
        put: operations["licence.brands.put_image"];
        /**
         * Deletes an image of a brand.
         * @description The version of the brand increases. Needs `config.servers` and `config.white_labels`.
         */
        delete: operations["licence.brands.remove_image"];
    };
    "/admin/v1/mail": {
        /**
         * Pages through a folder of the mailbox by thread, or answers the messages of one thread.
         * @description A folder has one row for each thread, its newest message. With `thread` the messages of it are answered, and marked as read. A `limit` below 1 or above 200 stands for 50. Needs `mailbox`.
         */
        get: operations["mail.staff.list"];
        /**
         * Sends a message to logins or to groups.
         * @description Takes `to_logins` or `to_group`. What is left out comes from the draft, which the send deletes. Accounts whose group has no mail are skipped. `{{login}}`, `{{name}}`, `{{group}}`, `{{currency}}` and `{{company}}` are filled for each recipient, up to 256 of a message. With `email` it also goes out as e-mails. Needs `mailbox`. Read-only sessions are answered `forbidden`.
         */
        post: operations["mail.send"];
    };
    "/admin/v1/mail-servers": {
        /**
         * Lists mail servers with what they have done.
         * @description Servers by name. Nothing is paged. Needs `config.mail` or `config.view`.
         */
        get: operations["mail-servers.list"];
        /**
         * Creates a mail server.
         * @description What is left out takes its default. The one with `is_default` takes the mark from the one before. Needs `config.mail`.
         */
        post: operations["mail-servers.create"];
    };
    "/admin/v1/mail-servers/{id}": {
        /**
         * Answers a mail server.
         * @description Has the version that a change sends back. Needs `config.mail` or `config.view`.
         */
        get: operations["mail-servers.read"];
        /**
         * Deletes a mail server.
         * @description It cannot be undone. With `version` only that version is deleted. E-mails that wait for it go out by the default server. Needs `config.mail`.
         */
        delete: operations["mail-servers.delete"];
        /**
         * Changes fields of a mail server.
         * @description What is not sent stays; a list that is sent takes the place of the whole list. A change that changes nothing keeps the version. Read-only fields cannot be sent. Another server, login or security needs the password again; empty = none. Needs `config.mail`.
         */
        patch: operations["mail-servers.change"];
    };
    "/admin/v1/mail-servers/{id}/test": {
        /**
         * Sends an e-mail at once through a mail server, a disabled one too.
         * @description Waits for the answer of the server. The journal has a line of every try. Needs `config.mail`.
         */
        post: operations["mail-servers.test"];
    };
    "/admin/v1/mail/{id}": {
        /**
         * Answers one message or draft of the mailbox, and marks it as read.
         * @description A read-only session marks nothing. Placeholders are filled for the reader. Needs `mailbox`.
         */
        get: operations["mail.staff.read"];
        /**
         * Deletes a message or draft from the mailbox; the copies of others stay.
         * @description A deleted copy does not come back. Needs `mailbox`. Read-only sessions are answered `forbidden`.
         */
        delete: operations["mail.staff.delete"];
    };
    "/admin/v1/mail/{id}/attachments/{file}": {
        /**
         * Downloads a file of a message or draft.
         * @description The bytes of the file without an envelope, under its name and with its media type. Needs `mailbox`.
         */
        get: operations["mail.staff.download"];
    };
    "/admin/v1/mail/drafts": {
        /**
         * Saves a draft: a new one, or the one of the id.
         * @description A draft is not checked until it is sent: `to` is ignored. A login has at most 200 drafts, of 20 MiB together. Needs `mailbox`. Read-only sessions are answered `forbidden`.
         */
        post: operations["mail.staff.draft"];
    };
    "/admin/v1/mail/drafts/{id}": {
        /**
         * Replaces a draft whole; its files stay.
         * @description A draft is not checked until it is sent: `to` is ignored. A field that is left out becomes empty. Needs `mailbox`. Read-only sessions are answered `forbidden`.
         */
        put: operations["mail.staff.redraft"];
    };
    "/admin/v1/mail/drafts/{id}/attachments": {
        /**
         * Adds a file to a draft.
         * @description A file has at most 1 MiB, its name one of the usual endings, and its content must fit that. A message has at most 5 files, of 2 MiB together. Needs `mailbox`. Read-only sessions are answered `forbidden`.
         */
        post: operations["mail.staff.attach"];
    };
    "/admin/v1/mail/drafts/{id}/attachments/{file}": {
        /**
         * Removes a file from a draft.
         * @description The numbers of other files stay. Needs `mailbox`. Read-only sessions are answered `forbidden`.
         */
        delete: operations["mail.staff.detach"];
    };
    "/admin/v1/mail/mailings/{id}/cancel": {
        /**
         * Gives up the e-mails of a message that no mail server has yet; `id` is the sent copy.
         * @description Its sender does that, or a holder of `config.mail`. Copies in mailboxes stay. Needs `mailbox`.
         */
        post: operations["mail.cancel"];
    };
    "/admin/v1/mail/outbox": {
        /**
         * Lists the e-mails of the caller’s messages, of all senders with `config.mail`.
         * @description The newest first. Addresses need `fields.email`, subjects `fields.name`. E-mails of a message are made some at a time: until then their `id` is 0. `pending` counts all of them, whatever is asked for. Needs `mailbox`.
         */
        get: operations["mail.outbox"];
    };
    "/admin/v1/me/preferences": {
        /**
         * Answers the desk preferences of the signed-in user.
         * @description Before the first save the content is empty and the version 0.
         */
        get: operations["preferences.read"];
        /**
         * Replaces the desk preferences.
         * @description The document has at most 256 KiB. Terminals keep in it what they like.
         */
        put: operations["preferences.replace"];
        /**
         * Merges top-level keys into the desk preferences; a key that is null goes.
         * @description A key that is sent takes the place of the whole stored value; others stay.
         */
        patch: operations["preferences.merge"];
    };
    "/admin/v1/network/servers": {
        /**
         * Lists the logical servers.
         * @description The servers that the platform is made of. Nothing is paged. Needs `config.servers` or `config.view`.
         */
        get: operations["network.servers.list"];
    };
    "/admin/v1/network/servers/{id}": {
        /**
         * Answers a logical server.
         * @description Has the version that a change sends back. Needs `config.servers` or `config.view`.
         */
        get: operations["network.servers.read"];
        /**
         * Changes fields of a logical server.
         * @description What is not sent stays; a list that is sent takes the place of the whole list. A change that changes nothing keeps the version. Read-only fields cannot be sent. Administrators stay admitted. `access` is of `api` alone, `history` of `quote`, `optimization_time` and `demo` of `trade`. Sessions and sockets follow within seconds. Needs `config.servers`.
         */
        patch: operations["network.servers.change"];
    };
    "/admin/v1/network/servers/{id}/instances/{instance}/firewall": {
        /**
         * Answers the rules of the firewall of an instance's machine.
         * @description The rules of input, ingress, prerouting and forward, with the policies of chains and the chains that rules lead to: at most 1,000 rows and 2 MiB. `brokerd firewall-collector` writes them to a file; rules of another machine or start, and a missing file, are not available. Rules older than 90 s are stale. Nothing changes rules. Needs `terminal.admin` and `config.servers` and `server.machines`.
         */
        get: operations["network.servers.firewall"];
    };
    "/admin/v1/network/servers/{id}/instances/{instance}/monitor": {
        /**
         * Answers the newest figures of an instance, and its minutes of up to a day.
         * @description Minutes are answered from `from` on, each row an average of `step` minutes. An instance that has ended has its minutes for 24 hours. Needs `config.servers` and `server.machines`.
         */
        get: operations["network.servers.monitor"];
    };
    "/admin/v1/network/servers/{id}/maintenance": {
        /**
         * Lists past runs of the weekly maintenance, the newest first.
         * @description The runs of two years are kept. Servers other than `trade` have none. Needs `config.servers` or `config.view`.
         */
        get: operations["network.servers.maintenance"];
    };
    "/admin/v1/notifications": {
        /**
         * Sends a message to accounts, and stores it for their terminals.
         * @description `logins` are logins and ranges `low-high` with commas between, at most 1,000 in all; the rows stand in the order in which they are named, each once. A login that is unknown, or out of reach, has its `code`, and the others get the message. Open terminals get an event `notification`. The journal has one line. Needs `notifications`.
         */
        post: operations["notifications.send"];
    };
    "/admin/v1/online": {
        /**
         * Lists the sessions in use within the scope, oldest first.
         * @description A session is in use while a socket is open, and for 90 seconds after its newest request. `equity` is 0 for staff, and while execution is silent. Needs `accounts.online`.
         */
        get: operations["online.list"];
    };
    "/admin/v1/online/{session}/kick": {
        /**
         * Ends one session; its sockets close.
         * @description Its tokens stop working; other sessions of the login go on. Needs `accounts.online` and `accounts.edit`.
         */
        post: operations["online.kick_session"];
    };
    "/admin/v1/online/kick": {
        /**
         * Ends every open session of a login; its sockets close.
         * @description Its tokens stop working, at every terminal. The journal has a line of it. Needs `accounts.online` and `accounts.edit`.
         */
        post: operations["online.kick"];
    };
    "/admin/v1/online/window": {
        /**
         * Answers a window over the sessions in use: by a cursor, or around one of them.
         * @description Rows by the age of their session. A window shows who is on line now: `total` moves between pages. `after` and `before` need a cursor, `around` an anchor. Needs `accounts.online`.
         */
        get: operations["online.window"];
    };
    "/admin/v1/platform": {
        /**
         * Reads the mode of the platform, and whether it is a copy that waits for its release.
         * @description The mode now, and what is planned. A data folder that was restored, copied or moved keeps gateways, datafeeds that dial out and e-mails off until it is released, because another server may act in its place. Needs `config.servers` or `config.view`.
         */
        get: operations["platform.read"];
    };
    "/admin/v1/platform/mode": {
        /**
         * Opens the platform for traders, closes it, or lets them close positions only.
         * @description In `close_only` traders open and increase nothing; pending orders that would open are rejected when their price comes. In `closed` traders cannot trade; their sockets get `restart` with the text, then close, and connect again when it is open. Stops, stop-outs, expiries and ends of days go on, pending orders stay unfilled, and staff trade in every mode. `at` plans the mode, else it counts at once; at `until` the platform opens. It replaces everything that was planned from then on. A restart changes nothing. Needs `config.servers`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["platform.mode"];
    };
    "/admin/v1/platform/release": {
        /**
         * Releases a copy: its gateways, datafeeds and e-mails go on.
         * @description Connections are made and waiting e-mails sent at once, so make sure that no other server acts for the platform. One that is released already stays so, without a journal line. Needs `config.servers`.
         */
        post: operations["platform.release"];
    };
    "/admin/v1/platform/settings": {
        /**
         * Answers the settings of the platform.
         * @description The server clock, by which sessions, days and holidays are counted, the end of the trading day, the lifetime of demo accounts, and what brands leave open. Needs `config.servers` or `config.view`.
         */
        get: operations["platform.settings.read"];
        /**
         * Changes fields of the settings of the platform.
         * @description What is not sent stays. A new clock or end of the day counts at once: ends of days that are planned are planned anew. Needs `config.servers`. Holders of `confirm_actions` confirm `utc_offset_min` or `daylight_saving` or `eod_time` with a code.
         */
        patch: operations["platform.settings.change"];
    };
    "/admin/v1/positions": {
        /**
         * Pages through open positions across accounts, with live values, by login and id.
         * @description Only accounts that the caller sees are covered: groups in scope, staff accounts with `config.staff`, hidden ones with `accounts.hidden`. Values are live where the account answers within 250 ms; `live` says whether. By login, then by id. Needs `trades.view`.
         */
        get: operations["positions.all"];
    };
    "/admin/v1/positions/{id}": {
        /**
         * Answers an open position with its live values.
         * @description Values are live where the account answers within 250 ms; `live` says whether. A position of an account that the caller does not see is not found. Needs `trades.view`.
         */
        get: operations["positions.read"];
        /**
         * Corrects opening price, volume or stops of a position without a deal.
         * @description One correction under the lock of the account, with a journal line; the balance does not move, margin and profit follow. Its deals stay as dealt. An opening price stays within `manual_quote_pts` of the one that its deals gave (`price_dealt`), a volume becomes smaller only, but for holders of `config.symbols`. With an `Idempotency-Key`, a UUID, a repeated request does nothing twice. Needs `trades.edit`. Holders of `confirm_actions` confirm `price_open` or `volume` with a code.
         */
        patch: operations["positions.change"];
    };
    "/admin/v1/positions/bulk-close": {
        /**
         * Closes positions, cancels orders and clears stops, each by a trade request of its own.
         * @description Names the trades by ids, or by symbol and groups. Each is checked, routed and noted on its own, with the caller as dealer; trades out of reach are left out. At most 1000 are handled: while `total` is more, ask again. With an `Idempotency-Key`, a UUID, a repeated request gets the first answer; only trades whose outcome was not known, or that were not tried, are tried again. Use a new key for the rest of many trades. A preview ignores the key. Needs `trades.edit`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["positions.bulk_close"];
    };
    "/admin/v1/positions/closed": {
        /**
         * Pages through closed positions across accounts, newest first, with totals over all.
         * @description Only accounts that the caller sees are covered: groups in scope, staff accounts with `config.staff`, hidden ones with `accounts.hidden`. The position closed last comes first. A group mask fits the group at the close. `totals` covers every page; amounts of several currencies are simply added. Needs `trades.view`.
         */
        get: operations["positions.closed"];
    };
    "/admin/v1/positions/closed/export": {
        /**
         * Answers closed positions across accounts as a CSV file, newest first.
         * @description Only accounts that the caller sees are covered: groups in scope, staff accounts with `config.staff`, hidden ones with `accounts.hidden`. A group mask fits the group at the close. The first line names the columns; a member of an object is named with a dot. A text that a spreadsheet would run as a formula begins with an apostrophe. A row is of the moment at which it was read. Needs `trades.view`.
         */
        get: operations["positions.closed.export"];
    };
    "/admin/v1/positions/count": {
        /**
         * Counts open positions across accounts; page and limit do not restrict it.
         * @description Only accounts that the caller sees are covered: groups in scope, staff accounts with `config.staff`, hidden ones with `accounts.hidden`. It asks no account, and takes the filters of the list. Needs `trades.view`.
         */
        get: operations["positions.count"];
    };
    "/admin/v1/positions/delete": {
        /**
         * Deletes positions without a deal, those of an account as one event; no balance moves.
         * @description A correction takes each position away without a deal, and moves no money. Those of one account are one event. A position stays while a request or order concerns it; its row says so, and the others are deleted. With an `Idempotency-Key`, a UUID, a repeated request does nothing twice. Needs `trades.edit` and `trades.delete`.
         */
        post: operations["positions.delete"];
    };
    "/admin/v1/positions/export": {
        /**
         * Answers open positions across accounts as a CSV file, with live values.
         * @description Only accounts that the caller sees are covered: groups in scope, staff accounts with `config.staff`, hidden ones with `accounts.hidden`. Values are live where the account answers within 250 ms; `live` says whether. The first line names the columns; a member of an object is named with a dot. A text that a spreadsheet would run as a formula begins with an apostrophe. A row is of the moment at which it was read. Needs `trades.view`.
         */
        get: operations["positions.export"];
    };
    "/admin/v1/positions/orders": {
        /**
         * Pages through working orders across accounts, with live prices, by login and id.
         * @description Only accounts that the caller sees are covered: groups in scope, staff accounts with `config.staff`, hidden ones with `accounts.hidden`. Values are live where the account answers within 250 ms; `live` says whether. By login, then by id. With `held` those with a fill that waits for a decision of staff (`volume_held`). Needs `trades.view`.
         */
        get: operations["positions.orders"];
    };
    "/admin/v1/positions/orders/export": {
        /**
         * Answers working orders across accounts as a CSV file, with live prices.
         * @description Only accounts that the caller sees are covered: groups in scope, staff accounts with `config.staff`, hidden ones with `accounts.hidden`. Values are live where the account answers within 250 ms; `live` says whether. The first line names the columns; a member of an object is named with a dot. A text that a spreadsheet would run as a formula begins with an apostrophe. A row is of the moment at which it was read. Needs `trades.view`.
         */
        get: operations["positions.orders.export"];
    };
    "/admin/v1/positions/payments": {
        /**
         * Pays for open positions: each side of each item that is not 0 is a payment of its own.
         * @description Pays what a preview came to, or other amounts. The sell payment of an item has the UUID of version 5 of the name `sell` in the namespace of its `request_id`. A row `unknown` is cleared up by the same request. Needs `accounts.balance`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["positions.payments"];
    };
    "/admin/v1/positions/payments/preview": {
        /**
         * Calculates a payment for every account with open positions; nothing is paid.
         * @description amount = lots × amount_per_lot × (1 − tax_percent / 100) × rate, rounded to the digits of the currency of the account. An amount whose rate is missing is left out. Positions of now alone count. Needs `accounts.balance`.
         */
        post: operations["positions.payments.preview"];
    };
    "/admin/v1/quotes": {
        /**
         * Publishes a price, as if a datafeed had sent it.
         * @description Orders and stops are triggered by it as by any price. Needs `symbols.quick_edit`. Holders of `confirm_actions` confirm it with a code.
         */
        post: operations["quotes.publish"];
    };
    "/admin/v1/reports": {
        /**
         * Lists the reports that the caller may request, by position and name.
         * @description Who configures reports sees each enabled one; others see those that their report lines open. `can_export` also takes the right `reports.export`. Needs `reports` or `config.reports`.
         */
        get: operations["reports.list"];
    };
    "/admin/v1/reports/configs": {
        /**
         * Lists report configurations.
         * @description Configurations by position, then name. Nothing is paged. Needs `config.reports` or `config.view`.
         */
        get: operations["reports.configs.list"];
        /**
         * Creates a report configuration.
         * @description What is left out takes its default. Parts of its name are folders; `position` 0 or nothing puts it last. Needs `config.reports`.
         */
        post: operations["reports.configs.create"];
    };
    "/admin/v1/reports/configs/{id}": {
        /**
         * Answers a report configuration.
         * @description Has the version that a change sends back. Needs `config.reports` or `config.view`.
         */
        get: operations["reports.configs.read"];
        /**
         * Deletes a report configuration.
         * @description It cannot be undone. With `version` only that version is deleted. Reports that were made stay readable. Needs `config.reports`.
         */
        delete: operations["reports.configs.delete"];
        /**
         * Changes fields of a report configuration.
         * @description What is not sent stays; a list that is sent takes the place of the whole list. A change that changes nothing keeps the version. Read-only fields cannot be sent. Needs `config.reports`.
         */
        patch: operations["reports.configs.change"];
    };
    "/admin/v1/reports/configs/order": {
        /**
         * Puts report configurations in another order.
         * @description Answers the whole list as it stands then. New positions count at once. Needs `config.reports`.
         */
        put: operations["reports.configs.order"];
    };
    "/admin/v1/reports/daily": {
        /**
         * Pages through the daily lines of accounts, newest day first, then by login.
         * @description Only accounts that the caller sees are covered: groups in scope, staff accounts with `config.staff`, hidden ones with `accounts.hidden`. The present group decides on this; a line shows the group of its day. Accounts of staff and technical groups are left out. `reports_months` of the caller says how far back lines are shown. Needs `reports`.
         */
        get: operations["reports.daily"];
    };
    "/admin/v1/reports/exposure": {
        /**
         * Sums up open positions by symbol, over accounts without those of staff.
         * @description Only accounts that the caller sees are covered: groups in scope, staff accounts with `config.staff`, hidden ones with `accounts.hidden`. Accounts of staff groups are left out. In the order of symbols. Needs `reports`.
         */
        get: operations["reports.exposure"];
    };
    "/admin/v1/reports/jobs": {
        /**
         * Pages through report jobs, the newest first.
         * @description Own jobs, or those of everyone for who configures reports. Needs `reports` or `config.reports`.
         */
        get: operations["reports.jobs.list"];
        /**
         * Requests a report, which is made in the background.
         * @description Reports that the caller may request are listed at `/admin/v1/reports`, with what they take as input. The job waits for its turn; the event `report_job` tells the sockets of the login how far it is. It is about the accounts that the requester sees when it runs. Needs `reports` or `config.reports`.
         */
        post: operations["reports.jobs.create"];
    };
    "/admin/v1/reports/jobs/{id}": {
        /**
         * Reads a report job, and a page of the rows of its tables once it is done.
         * @description Own jobs, or any for who configures reports. Rows come by pages of a thousand at most. Who does not see now all that the job is about does not find it. Needs `reports` or `config.reports`.
         */
        get: operations["reports.jobs.read"];
        /**
         * Deletes a report job that has ended, with its rows.
         * @description Its rows are gone at once. Needs `reports` or `config.reports`.
         */
        delete: operations["reports.jobs.delete"];
    };
    "/admin/v1/reports/jobs/{id}/cancel": {
        /**
         * Cancels a report job that waits or runs.
         * @description A job that runs ends soon, and has no rows. Needs `reports` or `config.reports`.
         */
        post: operations["reports.jobs.cancel"];
    };
    "/admin/v1/reports/jobs/{id}/download": {
        /**
         * Answers a table of a report as a CSV file, at any size.
         * @description CSV by RFC 4180 in UTF-8 with its mark, without totals. It takes the right `reports.export` and a report line that allows it, or `config.reports`. Needs `reports` or `config.reports`.
         */
        get: operations["reports.jobs.download"];
    };
    "/admin/v1/reports/jobs/{id}/retry": {
        /**
         * Queues a report job again that has failed, was cancelled or has expired.
         * @description It is checked again as a new request would be. Needs `reports` or `config.reports`.
         */
        post: operations["reports.jobs.retry"];
    };
    "/admin/v1/reports/modules": {
        /**
         * Lists the modules that a report configuration may name.
         * @description For forms in which configurations are written. Needs `reports` or `config.reports` or `config.view`.
         */
        get: operations["reports.modules"];
    };
    "/admin/v1/routing": {
        /**
         * Lists routing rules.
         * @description Rules in the order in which they are tried, disabled ones too. Nothing is paged. Needs `config.routing` or `config.view`.
         */
        get: operations["routing.list"];
        /**
         * Creates a routing rule.
         * @description What is left out takes its default. It goes in at `position`; 0 or nothing = last. Needs `config.routing`.
         */
        post: operations["routing.create"];
    };
    "/admin/v1/routing/{id}": {
        /**
         * Answers a routing rule.
         * @description Has the version that a change sends back. Needs `config.routing` or `config.view`.
         */
        get: operations["routing.read"];
        /**
         * Deletes a routing rule.
         * @description It cannot be undone. With `version` only that version is deleted. The last enabled rule that decides cannot be deleted. Needs `config.routing`.
         */
        delete: operations["routing.delete"];
        /**
         * Changes fields of a routing rule.
         * @description What is not sent stays; a list that is sent takes the place of the whole list. A change that changes nothing keeps the version. Read-only fields cannot be sent. The last enabled rule that decides cannot be disabled. Needs `config.routing`.
         */
        patch: operations["routing.change"];
    };
    "/admin/v1/routing/{id}/dealers": {
        /**
         * Answers the dealers of a routing rule in the order in which they are asked.
         * @description Has the version of the rule, which a change sends back. Needs `config.routing` or `config.view`.
         */
        get: operations["routing.dealers.list"];
        /**
         * Replaces the dealers of a routing rule.
         * @description The rule gets a new version. Needs `config.routing`.
         */
        post: operations["routing.dealers.replace"];
    };
    "/admin/v1/routing/{id}/dealers/{dealer}": {
        /**
         * Takes a dealer off a routing rule.
         * @description A rule that asks dealers keeps at least one. Needs `config.routing`.
         */
        delete: operations["routing.dealers.delete"];
    };
    "/admin/v1/routing/fields": {
        /**
         * Answers what routing rules can be made of.
         * @description For forms in which rules are written. Needs `config.routing` or `config.view`.
         */
        get: operations["routing.fields"];
    };
    "/admin/v1/routing/order": {
        /**
         * Puts routing rules in another order.
         * @description Answers the whole list as it stands then. New positions count at once. Needs `config.routing`.
         */
        put: operations["routing.order"];
    };
    "/admin/v1/routing/test": {
        /**
         * Answers which routing rule would take a request, and why.
         * @description Nothing is traded. The walk tells of each rule why it did not decide. Needs `config.routing`.
         */
        post: operations["routing.test"];
    };
    "/admin/v1/sign-up/settings": {
        /**
         * Answers the settings of sign-up.
         * @description A new platform is closed, but for the demo platform. Needs `config.allocation` or `config.view`.
         */
        get: operations["sign-up.settings.read"];
        /**
         * Changes fields of the settings of sign-up.
         * @description What is not sent stays. It counts from the next form on. Needs `config.allocation`.
         */
        patch: operations["sign-up.settings.change"];
    };
    "/admin/v1/socket": {
        /**
         * Opens the live socket: upgraded, subprotocol brokerd.v1.json or brokerd.v1.msgpack.
         * @description Asked for with `Connection: Upgrade`. Frames are requests with an id, answers and events; a frame over 64 KiB closes it.
         */
        get: operations["socket.staff"];
    };
    "/admin/v1/staff": {
        /**
         * Lists staff users whose group is within the scope.
         * @description Members of staff groups, with what each may do. No password is ever shown. Needs `config.staff` or `config.view`.
         */
        get: operations["staff.list"];
        /**
         * Attaches a staff profile to an account of a staff group; no account is opened.
         * @description The group of the account must have a part `managers` or `administrators`. Nobody gives rights, groups or history that they do not hold. Sessions of the login follow at once. Needs `config.staff`.
         */
        post: operations["staff.create"];
    };
    "/admin/v1/staff/{login}": {
        /**
         * Answers a staff user.
         * @description Has its version, which a change sends back. Needs `config.staff` or `config.view`.
         */
        get: operations["staff.read"];
        /**
         * Takes a staff profile away for good, unless there is something to its name.
         * @description Its account stays. A user with a history is disabled instead. Needs `config.staff`.
         */
        delete: operations["staff.delete"];
        /**
         * Changes fields of a staff user; another group, or active false, ends its sessions.
         * @description What is not sent stays. Live sessions follow at once. Only this route makes a disabled user active again. Needs `config.staff`.
         */
        patch: operations["staff.change"];
    };
    "/admin/v1/staff/{login}/disable": {
        /**
         * Stops a staff user from signing in, and ends its sessions.
         * @description A disabled user is answered as it is. Nobody disables themselves. Needs `config.staff`.
         */
        post: operations["staff.disable"];
    };
    "/admin/v1/staff/{login}/journal": {
        /**
         * Pages through what a staff user did, newest first, as far back as the caller sees.
         * @description The same page as the journal, of lines that one user caused. Needs `journal.view`. Needs `config.staff` or `config.view`.
         */
        get: operations["staff.journal"];
    };
    "/admin/v1/staff/{login}/password": {
        /**
         * Sets the password of a staff user, and ends its sessions.
         * @description Every session of the user ends. The journal does not have the password. Needs `config.staff`.
         */
        post: operations["staff.password"];
    };
    "/admin/v1/staff/{login}/reports": {
        /**
         * Lists the report lines of a staff user by their paths.
         * @description A line opens the report configurations whose name is its path, or fits it as a mask. Needs `config.staff` or `config.view`.
         */
        get: operations["staff.reports"];
        /**
         * Puts other report lines in the place of those of a staff user.
         * @description Lines without a position follow in the order in which they are sent. Needs `config.staff`.
         */
        put: operations["staff.put_reports"];
    };
    "/admin/v1/staff/rights": {
        /**
         * Lists every right, what it opens, and whether the caller may grant it.
         * @description For forms in which rights are given. Needs `config.staff` or `config.view`.
         */
        get: operations["staff.rights"];
    };
    "/admin/v1/staff/roles": {
        /**
         * Lists the roles: ready sets of rights for usual jobs.
         * @description `role` of a create names one. A profile keeps the rights alone, to be changed singly. Needs `config.staff` or `config.view`.
         */
        get: operations["staff.roles"];
    };
    "/admin/v1/symbols": {
        /**
         * Lists symbols, by path.
         * @description Symbols by path. Nothing is paged. Needs `config.symbols` or `symbols.quick_edit` or `config.view`.
         */
        get: operations["config.symbols.list"];
        /**
         * Creates a symbol.
         * @description What is left out takes its default. Terminals of groups that offer it see it at once. Needs `config.symbols`.
         */
        post: operations["config.symbols.create"];
    };
    "/admin/v1/symbols/{id}": {
        /**
         * Answers a symbol.
         * @description Has the version that a change sends back. Needs `config.symbols` or `symbols.quick_edit` or `config.view`.
         */
        get: operations["config.symbols.read"];
        /**
         * Deletes a symbol.
         * @description It cannot be undone. With `version` only that version is deleted. Needs `config.symbols`. Holders of `confirm_actions` confirm it with a code.
         */
        delete: operations["config.symbols.delete"];
        /**
         * Changes fields of a symbol.
         * @description What is not sent stays; a list that is sent takes the place of the whole list. A change that changes nothing keeps the version. Read-only fields cannot be sent. While positions are open, digits, size, calculation and currencies are fixed. Needs `config.symbols`. Holders of `confirm_actions` confirm `source_symbol_id` or `spread` or `spread_balance_bid` or `spread_balance_ask` or `manual_quote_pts` or `tick_size` or `tick_value` or `profit_conversion` or `swap_mode` or `swap_long` or `swap_short` or `swap_triple_day` or `swap_multipliers` or `swap_days_in_year` or `swap_holidays` with a code.
         */
        patch: operations["config.symbols.change"];
    };
    "/admin/v1/symbols/{id}/quick": {
        /**
         * Changes spread, levels, swaps or trade access of a symbol.
         * @description For dealers who change prices and access by the day, and nothing else. `spread` moves by `manual_quote_pts` points at most, to no more than that or than it was. Needs `symbols.quick_edit`. Holders of `confirm_actions` confirm `spread` or `swap_long` or `swap_short` or `swap_triple_day` with a code.
         */
        patch: operations["config.symbols.quick"];
    };
    "/asyncapi.json": {
        /**
         * The description of the live sockets, AsyncAPI 3.
         * @description Has an `ETag`: `If-None-Match` answers 304 while it is the same.
         */
        get: operations["asyncapi.json"];
    };
    "/docs": {
        /**
         * This description as a page.
         * @description Loads nothing from other machines.
         */
        get: operations["docs"];
    };
    "/docs/socket": {
        /**
         * The description of the live sockets as a page.
         * @description Loads nothing from other machines and runs no script.
         */
        get: operations["docs.socket"];
    };
    "/healthz": {
        /**
         * Is the process alive?
         * @description Answers as long as it runs.
         */
        get: operations["healthz"];
    };
    "/metrics": {
        /**
         * Figures in the Prometheus text format.
         * @description Answered to this machine alone, unless `--metrics-open` opens it.
         */
        get: operations["metrics"];
    };
    "/openapi.json": {
        /**
         * This description.
         * @description Has an `ETag`: `If-None-Match` answers 304 while it is the same. `?audience=trader` and `?audience=staff` answer the routes and schemas of one audience.
         */
        get: operations["openapi.json"];
    };
    "/readyz": {
        /**
         * Can it serve?
         * @description Answers 503 until every thread has its settings. `released` is false on a copy that waits for its release, and logs on to no provider and sends no e-mails until then.
         */
        get: operations["readyz"];
    };
    "/trader/v1/account": {
        /**
         * Answers the account with its money, positions and orders in one snapshot.
         * @description All of it is of one moment, after the event `seq`; a socket goes on at `account_seq`.
         */
        get: operations["account.read"];
    };
    "/trader/v1/auth/api-password": {
        /**
         * Sets the password with which programs of the account sign in, or removes it.
         * @description For programs without a person, which sign in at the terminal `api` with this password alone. Staff let the account do so (`api_enabled`). Sessions of programs end, others stay. An empty `api_password` removes it. Read-only sessions are answered `auth.password_change_not_allowed`.
         */
        post: operations["auth.trader.api_password"];
    };
    "/trader/v1/auth/change-password": {
        /**
         * Changes the password of the login and closes every session of it, this one included.
         * @description The new password must differ from the current one. Sign in again afterwards. Sessions that must change their password may use it. Read-only sessions are answered `auth.password_change_not_allowed`.
         */
        post: operations["auth.trader.password"];
    };
    "/trader/v1/auth/login": {
        /**
         * Signs in: browsers get cookies and a csrf token, other terminals get two tokens.
         * @description Opens a session. A browser (`web`) gets cookies and a csrf token, which each change sends in `X-CSRF-Token`; the other terminals get an access token for `Authorization: Bearer` and a refresh token. Without `terminal` the session is that of a browser; `message` says so to a request that has neither `Origin` nor `Sec-Fetch-Site`. A program names `desktop` or `api`. A session that must change its password, or set up codes, is restricted to that. Needs no session.
         */
        post: operations["auth.trader.login"];
    };
    "/trader/v1/auth/logout": {
        /**
         * Closes the session; a browser whose access is over may use its live refresh cookie.
         * @description Ends the session first, then clears cookies; where it fails they stay. A browser whose access is over may end it by its refresh cookie, which is not renewed. Brings its credentials itself: a token in the body, or cookies.
         */
        post: operations["auth.trader.logout"];
    };
    "/trader/v1/auth/me": {
        /**
         * Answers the session that the request was made in.
         * @description Tells who is signed in, with which rights, and until when the access token is good. Restricted sessions may use it.
         */
        get: operations["auth.trader.me"];
    };
    "/trader/v1/auth/otp": {
        /**
         * Says whether one-time codes are on for the login, and whether its group demands them.
         * @description Read it before offering to turn codes on or off. Sessions that must set up one-time codes may use it.
         */
        get: operations["auth.trader.otp"];
    };
    "/trader/v1/auth/otp/confirm": {
        /**
         * Turns codes on with the first one of the secret; other sessions of the login end, and a browser gets new cookies.
         * @description A session that was restricted to setting up codes becomes a full one. Sessions that must set up one-time codes may use it. Read-only sessions are answered `auth.otp_not_set`.
         */
        post: operations["auth.trader.otp.confirm"];
    };
    "/trader/v1/auth/otp/disable": {
        /**
         * Turns codes off with a current one, where the group does not demand them.
         * @description Answers the state afterwards. Sign-in asks for no codes then. Read-only sessions are answered `forbidden`.
         */
        post: operations["auth.trader.otp.disable"];
    };
    "/trader/v1/auth/otp/enrol": {
        /**
         * Makes a secret for an authenticator app; within 15 minutes of the sign-in.
         * @description Codes are not on before the first one is confirmed; a second call makes another secret in the place of the first. Sessions that must set up one-time codes may use it. Read-only sessions are answered `conflict`.
         */
        post: operations["auth.trader.otp.enrol"];
    };
    "/trader/v1/auth/refresh": {
        /**
         * Gives new tokens for the refresh token, which stops working.
         * @description Renews the tokens of a session shortly before `access_expires_at`. The access token and the refresh token before them are void at once; open sockets of the session stay, until it ends at `session_expires_at`. Browsers send no body: their refresh cookie and `X-CSRF-Token` stand for it. A refresh whose answer was lost is repeated within 60 s with the same `Idempotency-Key`; the first tokens are void then. Brings its credentials itself: a token in the body, or cookies.
         */
        post: operations["auth.trader.refresh"];
    };
    "/trader/v1/bars": {
        /**
         * Answers bars that open in the period, or after or before a time, oldest first.
         * @description Prices are bids of the group, or trades where the `chart_mode` of the symbol is `last`; the spread is that of the group. Bars of a day and longer follow the server clock, weeks begin on Sunday. The newest bar is still growing. With `after` or `before` the answer goes on from the opening time of a bar. A bar that has ended changes only if staff correct it: the event `bars_corrected` of the channel `bars` names the period. To get the last form of the newest bar, give `after` the time of the bar before it.
         */
        get: operations["bars.list"];
    };
    "/trader/v1/brand": {
        /**
         * Answers the names, pages and colours of terminals at the host of the request.
         * @description The brand whose domain the `Host` header names, letter case and port aside, else the default brand. Disabled brands serve no host. Needs no session.
         */
        get: operations["brand.read"];
    };
    "/trader/v1/brand/images/{kind}": {
        /**
         * Downloads an image of the brand at the host of the request.
         * @description Of the brand that `GET /trader/v1/brand` answers, without an envelope. Its `ETag` tells whether it changed. Needs no session.
         */
        get: operations["brand.image"];
    };
    "/trader/v1/deals/{id}": {
        /**
         * Answers a deal.
         * @description Payments are deals, too.
         */
        get: operations["deals.read"];
    };
    "/trader/v1/history/deals": {
        /**
         * Lists deals, newest first, or from a cursor on.
         * @description The list follows execution by up to half a second; `min_projection_seq` asks for one that has what an answer named. A program reads on by cursors: `after=start`, then `after` of each answer, until an answer has no rows; later it goes on from the same cursor. No row comes twice, and none is missed. Cursors are good for all lists and filters of the account, and do not expire.
         */
        get: operations["history.deals"];
    };
    "/trader/v1/history/orders": {
        /**
         * Lists orders that are over, newest first, or from a cursor on.
         * @description The list follows execution by up to half a second; `min_projection_seq` asks for one that has what an answer named. A program reads on by cursors: `after=start`, then `after` of each answer, until an answer has no rows; later it goes on from the same cursor. No row comes twice, and none is missed. Cursors are good for all lists and filters of the account, and do not expire.
         */
        get: operations["history.orders"];
    };
    "/trader/v1/history/positions": {
        /**
         * Lists closed positions, newest first, or from a cursor on.
         * @description The list follows execution by up to half a second; `min_projection_seq` asks for one that has what an answer named. A program reads on by cursors: `after=start`, then `after` of each answer, until an answer has no rows; later it goes on from the same cursor. No row comes twice, and none is missed. Cursors are good for all lists and filters of the account, and do not expire.
         */
        get: operations["history.positions"];
    };
    "/trader/v1/mail": {
        /**
         * Pages through a folder of the mailbox by thread, or answers the messages of one thread.
         * @description A folder has one row for each thread, its newest message. With `thread` the messages of it are answered, and marked as read. A `limit` below 1 or above 200 stands for 50.
         */
        get: operations["mail.trader.list"];
        /**
         * Sends a message to a staff user of the list of mailboxes.
         * @description `to` is a login of the list of mailboxes. What is left out comes from the draft, which a send deletes. Read-only sessions are answered `forbidden`.
         */
        post: operations["mail.send_to_staff"];
    };
    "/trader/v1/mail/{id}": {
        /**
         * Answers one message or draft of the mailbox, and marks it as read.
         * @description A read-only session marks nothing. Placeholders are filled for the reader.
         */
        get: operations["mail.trader.read"];
        /**
         * Deletes a message or draft from the mailbox; the copies of others stay.
         * @description A deleted copy does not come back. Read-only sessions are answered `forbidden`.
         */
        delete: operations["mail.trader.delete"];
    };
    "/trader/v1/mail/{id}/attachments/{file}": {
        /**
         * Downloads a file of a message or draft.
         * @description The bytes of the file without an envelope, under its name and with its media type.
         */
        get: operations["mail.trader.download"];
    };
    "/trader/v1/mail/drafts": {
        /**
         * Saves a draft: a new one, or the one of the id.
         * @description A draft is not checked until it is sent: logins, groups and e-mails are ignored. A login has at most 200 drafts, of 20 MiB together. Read-only sessions are answered `forbidden`.
         */
        post: operations["mail.trader.draft"];
    };
    "/trader/v1/mail/drafts/{id}": {
        /**
         * Replaces a draft whole; its files stay.
         * @description A draft is not checked until it is sent: logins, groups and e-mails are ignored. A field that is left out becomes empty. Read-only sessions are answered `forbidden`.
         */
        put: operations["mail.trader.redraft"];
    };
    "/trader/v1/mail/drafts/{id}/attachments": {
        /**
         * Adds a file to a draft.
         * @description A file has at most 1 MiB, its name one of the usual endings, and its content must fit that. A message has at most 5 files, of 2 MiB together. Read-only sessions are answered `forbidden`.
         */
        post: operations["mail.trader.attach"];
    };
    "/trader/v1/mail/drafts/{id}/attachments/{file}": {
        /**
         * Removes a file from a draft.
         * @description The numbers of other files stay. Read-only sessions are answered `forbidden`.
         */
        delete: operations["mail.trader.detach"];
    };
    "/trader/v1/mailboxes": {
        /**
         * Lists the staff users that the trader may write to.
         * @description Those with the right `mailbox` whose scope has the group of the account, by login. Names are those for traders.
         */
        get: operations["mail.mailboxes"];
    };
    "/trader/v1/news": {
        /**
         * Answers the newest news of datafeeds since the start, the newest first.
         * @description Groups get news whole, headlines alone, or none (`news_mode`). The newest 200 since the start of the server are kept, shared out by datafeed; later ones come as the event `news` of the socket.
         */
        get: operations["news.list"];
    };
    "/trader/v1/notifications": {
        /**
         * Answers the newest notifications of the account, the newest first.
         * @description The newest 200 of an account can be read. A `limit` below 1 stands for 50, one above 200 for 200. The list shows every message that the session was told of; it waits for that, and answers `timeout` when it takes too long.
         */
        get: operations["notifications.list"];
    };
    "/trader/v1/orders": {
        /**
         * Answers the working orders with the prices that may trigger them, oldest first.
         * @description Orders that are over are in the history.
         */
        get: operations["orders.list"];
    };
    "/trader/v1/orders/{id}": {
        /**
         * Answers an order, working or over.
         * @description `cause` tells what ended it; it is null while the order works.
         */
        get: operations["orders.read"];
    };
    "/trader/v1/positions": {
        /**
         * Answers the open positions with their live values, oldest first.
         * @description Profit and price are of the newest quotes.
         */
        get: operations["positions.list"];
    };
    "/trader/v1/quotes": {
        /**
         * Answers the newest prices of the symbols named, or of all that the group is offered.
         * @description Prices have the markups of the group. Live ones come over the socket.
         */
        get: operations["quotes.list"];
    };
    "/trader/v1/register": {
        /**
         * Answers what people can sign up for at this host.
         * @description The first offer of a kind is the default. `demo` false with a `demo_url` means that demo accounts are opened at that page. An offer without `leverages` has its default alone. In web addresses `{lang}` and `{country}` are replaced, `{login}` is left empty. Needs no session.
         */
        get: operations["register.options"];
        /**
         * Opens a demo account at once, or files an application for a real account.
         * @description Where the options say so, the e-mail address must be confirmed by a code, at most 72 hours before. A wrong code uses up one of its 5 tries, also in a form with other faults. A demo account gets its deposit and an investor password, which is e-mailed. The answer to an application tells that it was received; a password in it is not used. Needs no session.
         */
        post: operations["register"];
    };
    "/trader/v1/register/code": {
        /**
         * E-mails a code that confirms an e-mail address.
         * @description A code has 6 digits and is valid for 15 minutes; the newest one counts. A confirmed address gets none, and without a mail server nobody does (`sent` is false). The answer does not tell whether an account exists. Needs no session.
         */
        post: operations["register.code"];
    };
    "/trader/v1/socket": {
        /**
         * Opens the live socket: upgraded, subprotocol brokerd.v1.json or brokerd.v1.msgpack.
         * @description Asked for with `Connection: Upgrade`. Frames are requests with an id, answers and events; a frame over 64 KiB closes it.
         */
        get: operations["socket.trader"];
    };
    "/trader/v1/symbols": {
        /**
         * Lists the symbols that the group is offered, with the values that it trades them at.
         * @description Values that the group overrides are those of the group.
         */
        get: operations["symbols.list"];
    };
    "/trader/v1/trades": {
        /**
         * Makes a trade request; the same request id is executed once.
         * @description Opens, closes and changes positions and orders; `kind` says which. It is answered when it is on disk. Sent again with the same `request_id` it does nothing, and answers the first result with `repeated`. Read-only sessions are answered `trade.read_only`.
         */
        post: operations["trades.create"];
    };
    "/trader/v1/trades/{request_id}": {
        /**
         * Answers what came of a trade request.
         * @description For a client whose answer was lost. Results are kept as long as the account.
         */
        get: operations["trades.status"];
    };
    "/trader/v1/trades/check": {
        /**
         * Tells what a trade request would come to; trades nothing and remembers nothing.
         * @description Tests a request as `POST /trader/v1/trades` would, with its margin, charges and the value of a point. A refusal is the `code` in the data; the answer itself succeeds.
         */
        post: operations["trades.check"];
    };
    "/trader/v1/watchlists": {
        /**
         * Lists the watchlists of the account.
         * @description In the order in which they were made, without symbols that the group does not trade. An account without a saved list gets the default one, which has the id 0 and no times: save it with a POST on the first change. Without default symbols there is no list. Sockets of the account are told of changes by `config_changed` of kind `watchlists`.
         */
        get: operations["watchlists.list"];
        /**
         * Saves a new watchlist.
         * @description The name is trimmed. Repeated symbols are dropped. An account keeps at most 20 lists. Read-only sessions are answered `trade.read_only`.
         */
        post: operations["watchlists.create"];
    };
    "/trader/v1/watchlists/{id}": {
        /**
         * Deletes a watchlist.
         * @description Its id is not given again. Read-only sessions are answered `trade.read_only`.
         */
        delete: operations["watchlists.delete"];
        /**
         * Renames a watchlist, replaces its symbols, or both.
         * @description Symbols that are sent take the place of the whole list. No version is sent. Read-only sessions are answered `trade.read_only`.
         */
        patch: operations["watchlists.change"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            /**
             * @description Active, disabled, archived by staff, or expired as a demo account.
             * @enum {string}
             */
            account_state: "active" | "disabled" | "archived" | "expired";
            /** @description Street and house. */
            address: string;
            /** @description Login that gets agent commission for this account; 0 = none. */
            agent: number;
            /** @description May programs sign in at the `api` terminal? */
            api_enabled: boolean;
            /** @description Is there a password for the `api` terminal? */
            api_password_set: boolean;
            /** @description When the account became history; null = it is in use. RFC 3339, UTC. */
            archived_at: string | null;
            /** @description Money of the account without open positions. In the deposit currency of the account. */
            balance: components["schemas"]["Decimal"];
            /** @description At the end of the trading day before. In the deposit currency of the account. */
            balance_prev_day: components["schemas"]["Decimal"];
            /** @description At the end of the month before. In the deposit currency of the account. */
            balance_prev_month: components["schemas"]["Decimal"];
            /** @description Account for withdrawals. */
            bank_account: string;
            /** @description City of residence. */
            city: string;
            /** @description Id of the client that the account belongs to; null = none. */
            client_id: number | null;
            /** @description Color of the account in lists. */
            color: string;
            /** @description Note of the staff about the account. */
            comment: string;
            /** @description Company of the owner. */
            company: string;
            /** @description Country of residence. */
            country: string;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Money lent to the account, which it cannot withdraw. In the deposit currency of the account. */
            credit: components["schemas"]["Decimal"];
            /** @description Code of the currency. */
            currency: string;
            /** @description Decimals of amounts in the deposit currency. */
            currency_digits: number;
            /** @description E-mail address; empty = none. */
            email: string;
            /** @description May the account sign in? */
            enabled: boolean;
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Is it shown to holders of `accounts.hidden` alone? */
            hidden: boolean;
            /** @description Number of the identity document. */
            id_number: string;
            /** @description Language of letters and reports. */
            language: string;
            /** @description Newest sign-in; null = none yet. RFC 3339, UTC. */
            last_access: string | null;
            /** @description Address of the newest sign-in; empty = none yet. */
            last_ip: string;
            /** @description Family name of the owner. */
            last_name: string;
            /** @description Campaign that brought the client. */
            lead_campaign: string;
            /** @description Where the client came from. */
            lead_source: string;
            /** @description Leverage in force; in a body 0 = the default of the group. */
            leverage: number;
            /** @description Does it follow the default of the group? */
            leverage_inherited: boolean;
            /** @description Most pending orders; 0 = as the group. */
            limit_orders: number;
            /** @description Most open positions; 0 = as the group. */
            limit_positions: number;
            /** @description Number of the account. */
            login: number;
            /** @description Middle name of the owner. */
            middle_name: string;
            /** @description The money at current prices; null while execution is silent. */
            money: components["schemas"]["Money"] | null;
            /** @description First name of the owner, or the whole name. */
            name: string;
            /** @description May the owner change the master password? */
            password_change_enabled: boolean;
            /** @description Phone number. */
            phone: string;
            /** @description Rises when what the account may do changes. */
            policy_revision: number;
            /** @description State or region of residence. */
            state: string;
            /** @description Mark of residence: `RE` resident, `NR` non-resident, empty = unknown. */
            status: string;
            /** @description Kinds of terminals at which the account may sign in. */
            terminals: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
            /** @description May the account trade? */
            trading_enabled: boolean;
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Postal code. */
            zip_code: string;
        };
        AccountClosedPage: {
            /** @description A cursor: rows that came later, from the oldest on; `start` = from the first row on. In an answer: where to go on forward. */
            after?: string;
            /** @description A cursor: rows that came earlier, from the newest on; `end` = from the last row on. In an answer: where to go on backward. */
            before?: string;
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description The rows of the page. */
            items: components["schemas"]["ClosedPosition"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match; null = not counted, with a cursor. */
            total: number | null;
            /** @description Sums over all pages; null with a cursor. */
            totals: components["schemas"]["ClosedTotals"] | null;
        };
        AccountCreate: {
            /** @description Street and house. */
            address?: string;
            /** @description City of residence. */
            city?: string;
            /** @description Note of the staff about the account. */
            comment?: string;
            /** @description Company of the owner. */
            company?: string;
            /** @description Country of residence. */
            country?: string;
            /** @description E-mail address; empty = none. */
            email?: string;
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Is it shown to holders of `accounts.hidden` alone? */
            hidden?: boolean;
            /** @description Number of the identity document. */
            id_number?: string;
            /** @description Opens read-only sessions. */
            investor_password?: string;
            /** @description Language of letters and reports. */
            language?: string;
            /** @description Family name of the owner. */
            last_name?: string;
            /** @description Campaign that brought the client. */
            lead_campaign?: string;
            /** @description Where the client came from. */
            lead_source?: string;
            /** @description Leverage in force; in a body 0 = the default of the group. */
            leverage?: number;
            /** @description Most pending orders; 0 = as the group. */
            limit_orders?: number;
            /** @description Most open positions; 0 = as the group. */
            limit_positions?: number;
            /** @description Number of the account. */
            login?: number;
            /** @description Opens full sessions. */
            master_password?: string;
            /** @description Middle name of the owner. */
            middle_name?: string;
            /** @description First name of the owner, or the whole name. */
            name?: string;
            /** @description May the owner change the master password? */
            password_change_enabled?: boolean;
            /** @description Phone number. */
            phone?: string;
            /** @description Said on the phone; signs in nowhere. */
            phone_password?: string;
            /** @description Does the server make both passwords and e-mail them? */
            send_passwords?: boolean;
            /** @description State or region of residence. */
            state?: string;
            /**
             * @description Mark of residence: `RE` resident, `NR` non-resident, empty = unknown.
             * @enum {string}
             */
            status?: "RE" | "NR" | "";
            /** @description Kinds of terminals at which the account may sign in. */
            terminals?: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
            /** @description May the account trade? */
            trading_enabled?: boolean;
            /** @description Postal code. */
            zip_code?: string;
        };
        AccountFacts: {
            /** @description Login that gets agent commission; 0 = none. */
            agent: number;
            /** @description May programs sign in with a password of their own? */
            api_enabled: boolean;
            /** @description At its end. In the deposit currency of the account. */
            balance_prev_day: components["schemas"]["Decimal"];
            /** @description At its end. In the deposit currency of the account. */
            balance_prev_month: components["schemas"]["Decimal"];
            /** @description Charged at the end of day or month. In the deposit currency of the account. */
            commission_blocked: components["schemas"]["Decimal"];
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Code of the deposit currency. */
            currency: string;
            /** @description Decimals of amounts in the deposit currency. */
            currency_digits: number;
            /** @description Sums of the current trading day. */
            day: components["schemas"]["DaySums"];
            /** @description May the account sign in? */
            enabled: boolean;
            /** @description At its end. In the deposit currency of the account. */
            equity_prev_day: components["schemas"]["Decimal"];
            /** @description At its end. In the deposit currency of the account. */
            equity_prev_month: components["schemas"]["Decimal"];
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Accrued and not paid yet. In the deposit currency of the account. */
            interest_accrued: components["schemas"]["Decimal"];
            /** @description The leverage in force; 100 = 1:100. */
            leverage: number;
            /** @description Does it follow the default of the group? */
            leverage_inherited: boolean;
            /** @description Most working orders; 0 = no limit. */
            limit_orders: number;
            /** @description Most positions; 0 = no limit. */
            limit_positions: number;
            /** @description Number of the account. */
            login: number;
            /** @description Level at which the account is warned. In currency, points or percent, as the mode says. */
            margin_call: components["schemas"]["Decimal"];
            /**
             * @description Is there one position of a symbol, or many?
             * @enum {string}
             */
            margin_mode: "hedging" | "netting";
            /** @description First name of the owner, or the whole name. */
            name: string;
            /** @description Not free until the end of the day. In the deposit currency of the account. */
            profit_blocked: components["schemas"]["Decimal"];
            /** @description When the state began; null = it never did. RFC 3339, UTC. */
            so_at: string | null;
            /** @description Equity of that moment. In the deposit currency of the account. */
            so_equity: components["schemas"]["Decimal"];
            /** @description Margin level of that moment. In percent. */
            so_level: components["schemas"]["Decimal"];
            /** @description Margin of that moment. In the deposit currency of the account. */
            so_margin: components["schemas"]["Decimal"];
            /**
             * @description None, margin call, or stop-out.
             * @enum {string}
             */
            so_state: "none" | "margin_call" | "stop_out";
            /** @description Level at which positions are closed. In currency, points or percent, as the mode says. */
            stop_out: components["schemas"]["Decimal"];
            /**
             * @description Are the two levels in percent of the margin, or in money?
             * @enum {string}
             */
            stopout_mode: "percent" | "money";
            /** @description May the account trade? */
            trading_enabled: boolean;
        };
        AccountGroup: {
            /** @description Licence company of the group. */
            company: string;
            /** @description Code of the currency. */
            currency: string;
            /** @description Fewest characters of a password. */
            password_min_length: number;
            /** @description Path of the group, its parts joined by backslashes. */
            path: string;
        };
        AccountGroupBody: {
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        AccountGroups: {
            /** @description The rows of the page. */
            items: components["schemas"]["AccountGroup"][];
        };
        AccountImport: {
            /** @description The accounts to open, each with the fields of one alone. */
            accounts?: components["schemas"]["AccountImportRow"][];
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description The same as a file by RFC 4180; empty cells leave their fields out, and apostrophes before what a spreadsheet would take for a formula are dropped. */
            csv?: string;
            /** @description Only say what could be opened? */
            dry_run?: boolean;
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
        };
        AccountImportResult: {
            /** @description Result code; `ok` on success. */
            code: string;
            /** @description Login of the account; 0 = none was opened. */
            login: number;
            /** @description The outcome in words; empty where there is nothing to say. */
            message: string;
            /** @description Number of the row, from 1 on. */
            row: number;
            /**
             * @description `valid`: a dry run found no fault. `unknown`: no result of the deposit came in time.
             * @enum {string}
             */
            status: "done" | "valid" | "rejected" | "unknown";
        };
        AccountImportRow: {
            /** @description Street and house. */
            address?: string;
            /** @description City of residence. */
            city?: string;
            /** @description Note of the staff about the account. */
            comment?: string;
            /** @description Company of the owner. */
            company?: string;
            /** @description Country of residence. */
            country?: string;
            /** @description Paid in once the account is open; 0 = nothing. In the deposit currency of the account. */
            deposit?: components["schemas"]["Decimal"];
            /** @description E-mail address; empty = none. */
            email?: string;
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Is it shown to holders of `accounts.hidden` alone? */
            hidden?: boolean;
            /** @description Number of the identity document. */
            id_number?: string;
            /** @description Opens read-only sessions. */
            investor_password?: string;
            /** @description Language of letters and reports. */
            language?: string;
            /** @description Family name of the owner. */
            last_name?: string;
            /** @description Campaign that brought the client. */
            lead_campaign?: string;
            /** @description Where the client came from. */
            lead_source?: string;
            /** @description Leverage in force; in a body 0 = the default of the group. */
            leverage?: number;
            /** @description Most pending orders; 0 = as the group. */
            limit_orders?: number;
            /** @description Most open positions; 0 = as the group. */
            limit_positions?: number;
            /** @description Number of the account. */
            login?: number;
            /** @description Opens full sessions. */
            master_password?: string;
            /** @description Middle name of the owner. */
            middle_name?: string;
            /** @description First name of the owner, or the whole name. */
            name?: string;
            /** @description May the owner change the master password? */
            password_change_enabled?: boolean;
            /** @description Phone number. */
            phone?: string;
            /** @description Said on the phone; signs in nowhere. */
            phone_password?: string;
            /** @description Does the server make both passwords and e-mail them? */
            send_passwords?: boolean;
            /** @description State or region of residence. */
            state?: string;
            /**
             * @description Mark of residence: `RE` resident, `NR` non-resident, empty = unknown.
             * @enum {string}
             */
            status?: "RE" | "NR" | "";
            /** @description Kinds of terminals at which the account may sign in. */
            terminals?: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
            /** @description May the account trade? */
            trading_enabled?: boolean;
            /** @description Postal code. */
            zip_code?: string;
        };
        AccountLeverageBody: {
            /** @description How many times a position may exceed its margin. */
            leverage: number;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        AccountPage: {
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description The rows of the page. */
            items: components["schemas"]["Account"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq?: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match. */
            total: number;
        };
        AccountPasswordBody: {
            /**
             * @description Which password of the account.
             * @enum {string}
             */
            kind: "master" | "investor" | "phone" | "api";
            /** @description 8 to 16 characters: lower and upper case letters, a digit and a symbol; empty = none. */
            password: string;
        };
        AccountPatch: {
            /** @description Street and house. */
            address?: string;
            /** @description Login that gets agent commission for this account; 0 = none. */
            agent?: number;
            /** @description May programs sign in at the `api` terminal? */
            api_enabled?: boolean;
            /** @description Account for withdrawals. */
            bank_account?: string;
            /** @description City of residence. */
            city?: string;
            /** @description Color of the account in lists. */
            color?: string;
            /** @description Note of the staff about the account. */
            comment?: string;
            /** @description Company of the owner. */
            company?: string;
            /** @description Country of residence. */
            country?: string;
            /** @description E-mail address; empty = none. */
            email?: string;
            /** @description Is it shown to holders of `accounts.hidden` alone? */
            hidden?: boolean;
            /** @description Number of the identity document. */
            id_number?: string;
            /** @description Language of letters and reports. */
            language?: string;
            /** @description Family name of the owner. */
            last_name?: string;
            /** @description Campaign that brought the client. */
            lead_campaign?: string;
            /** @description Where the client came from. */
            lead_source?: string;
            /** @description Most pending orders; 0 = as the group. */
            limit_orders?: number;
            /** @description Most open positions; 0 = as the group. */
            limit_positions?: number;
            /** @description Middle name of the owner. */
            middle_name?: string;
            /** @description First name of the owner, or the whole name. */
            name?: string;
            /** @description May the owner change the master password? */
            password_change_enabled?: boolean;
            /** @description Phone number. */
            phone?: string;
            /** @description State or region of residence. */
            state?: string;
            /**
             * @description Mark of residence: `RE` resident, `NR` non-resident, empty = unknown.
             * @enum {string}
             */
            status?: "RE" | "NR" | "";
            /** @description Kinds of terminals at which the account may sign in. */
            terminals?: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
            /** @description May the account trade? */
            trading_enabled?: boolean;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Postal code. */
            zip_code?: string;
        };
        AccountPicture: {
            /** @description Login, group, currency and switches of the account. */
            account: components["schemas"]["AccountFacts"];
            /** @description Newest numbered event; `resume` goes on there. */
            account_seq: number;
            /** @description Its money at current prices. */
            money: components["schemas"]["Money"];
            /** @description Working orders, oldest first. */
            orders: components["schemas"]["OpenOrder"][];
            /** @description Open positions, oldest first. */
            positions: components["schemas"]["OpenPosition"][];
            /** @description Number of the event in the log, as text: it may exceed 2^53. */
            seq: string;
        };
        AccountWindowCount: {
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency: "current" | "projection_pending";
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description Stays the same for the same query, reader and scope. */
            query_id: string;
            /** @description Name of the list that is counted. */
            resource: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description Rows of the window on all its pages; null while it is pending. */
            total: number | null;
        };
        AccountWindowPage: {
            /** @description Cursor of the last row; null = there is no row. */
            after: string | null;
            /** @description Cursor of the first row; null = there is no row. */
            before: string | null;
            /** @description When the window was read. RFC 3339, UTC. */
            calculated_at: string;
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency: "current" | "projection_pending";
            /** @description Login of the first row; empty = there is no row. */
            first_key: string;
            /** @description Are there rows behind the window? */
            has_after: boolean;
            /** @description Are there rows before the window? */
            has_before: boolean;
            /** @description The rows of the page. */
            items: components["schemas"]["AccountWindowRow"][];
            /** @description Login of the last row; empty = there is no row. */
            last_key: string;
            /** @description The same for the same rows of the same query. */
            page_id: string;
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description Tag of the server over the rows, the query and its reader. */
            proof: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
        };
        AccountWindowRow: {
            /**
             * @description Active, disabled, archived by staff, or expired as a demo account.
             * @enum {string}
             */
            account_state: "active" | "disabled" | "archived" | "expired";
            /** @description Street and house. */
            address: string;
            /** @description Login that gets agent commission for this account; 0 = none. */
            agent: string | null;
            /** @description May programs sign in at the `api` terminal? */
            api_enabled: boolean;
            /** @description Is there a password for the `api` terminal? */
            api_password_set: boolean;
            /** @description When the account became history; null = it is in use. RFC 3339, UTC. */
            archived_at: string | null;
            /** @description Money of the account without open positions. In the deposit currency of the account. */
            balance: components["schemas"]["Decimal"];
            /** @description At the end of the trading day before. In the deposit currency of the account. */
            balance_prev_day: components["schemas"]["Decimal"];
            /** @description At the end of the month before. In the deposit currency of the account. */
            balance_prev_month: components["schemas"]["Decimal"];
            /** @description Account for withdrawals. */
            bank_account: string;
            /** @description City of residence. */
            city: string;
            /** @description Id of the client that the account belongs to; null = none. */
            client_id: string | null;
            /** @description Color of the account in lists. */
            color: string;
            /** @description Note of the staff about the account. */
            comment: string;
            /** @description Company of the owner. */
            company: string;
            /** @description Country of residence. */
            country: string;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Money lent to the account, which it cannot withdraw. In the deposit currency of the account. */
            credit: components["schemas"]["Decimal"];
            /** @description Code of the currency. */
            currency: string;
            /** @description Decimals of amounts in the deposit currency. */
            currency_digits: number;
            /** @description E-mail address; empty = none. */
            email: string;
            /** @description May the account sign in? */
            enabled: boolean;
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Is it shown to holders of `accounts.hidden` alone? */
            hidden: boolean;
            /** @description Number of the identity document. */
            id_number: string;
            /** @description Language of letters and reports. */
            language: string;
            /** @description Newest sign-in; null = none yet. RFC 3339, UTC. */
            last_access: string | null;
            /** @description Address of the newest sign-in; empty = none yet. */
            last_ip: string;
            /** @description Family name of the owner. */
            last_name: string;
            /** @description Campaign that brought the client. */
            lead_campaign: string;
            /** @description Where the client came from. */
            lead_source: string;
            /** @description Leverage in force; in a body 0 = the default of the group. */
            leverage: number;
            /** @description Does it follow the default of the group? */
            leverage_inherited: boolean;
            /** @description Most pending orders; 0 = as the group. */
            limit_orders: number;
            /** @description Most open positions; 0 = as the group. */
            limit_positions: number;
            /** @description Number of the account. */
            login: string;
            /** @description Middle name of the owner. */
            middle_name: string;
            /** @description Always null: a window shows what is stored. */
            money: null;
            /** @description First name of the owner, or the whole name. */
            name: string;
            /** @description May the owner change the master password? */
            password_change_enabled: boolean;
            /** @description Phone number. */
            phone: string;
            /** @description Rises when what the account may do changes. */
            policy_revision: string;
            /** @description State or region of residence. */
            state: string;
            /** @description Mark of residence: `RE` resident, `NR` non-resident, empty = unknown. */
            status: string;
            /** @description Kinds of terminals at which the account may sign in. */
            terminals: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
            /** @description May the account trade? */
            trading_enabled: boolean;
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Postal code. */
            zip_code: string;
        };
        AllocationRule: {
            /** @description Countries of residence; empty = every one. */
            countries: string[];
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Offered first; 0 = that of the group. */
            default_leverage: number;
            /** @description Text for people; the server does not read it. */
            description: string;
            /** @description Is the record in use? */
            enabled: boolean;
            /** @description Group that new accounts get. */
            group_path: string;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Allowed choices; empty = the first alone. */
            leverages: number[];
            /** @description The lowest that fits decides. */
            priority: number;
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Id of the brand; null = every brand of the company. */
            white_label_id: number | null;
        };
        AllocationRuleCreate: {
            /** @description Countries of residence; empty = every one. */
            countries?: string[];
            /** @description When it was made. */
            created_at?: string;
            /** @description Offered first; 0 = that of the group. */
            default_leverage?: number;
            /** @description Text for people; the server does not read it. */
            description?: string;
            /** @description Is the record in use? */
            enabled?: boolean;
            /** @description Group that new accounts get. */
            group_path: string;
            /** @description Number of the record; set by the server. */
            id?: number;
            /** @description Allowed choices; empty = the first alone. */
            leverages?: number[];
            /** @description The lowest that fits decides. */
            priority?: number;
            /** @description When it was changed last. */
            updated_at?: string;
            /** @description Rises with each change; a change names the version last read. */
            version?: number;
            /** @description Id of the brand; null = every brand of the company. */
            white_label_id?: number | null;
        };
        AllocationRuleReplace: {
            /** @description Countries of residence; empty = every one. */
            countries?: string[];
            /** @description When it was made. */
            created_at?: string;
            /** @description Offered first; 0 = that of the group. */
            default_leverage?: number;
            /** @description Text for people; the server does not read it. */
            description?: string;
            /** @description Is the record in use? */
            enabled?: boolean;
            /** @description Group that new accounts get. */
            group_path: string;
            /** @description Number of the record; set by the server. */
            id?: number;
            /** @description Allowed choices; empty = the first alone. */
            leverages?: number[];
            /** @description The lowest that fits decides. */
            priority?: number;
            /** @description When it was changed last. */
            updated_at?: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Id of the brand; null = every brand of the company. */
            white_label_id?: number | null;
        };
        AllocationSettings: {
            /** @description Where demo accounts are opened; empty = here. */
            demo_url: string;
            /** @description Where is paid in; empty = none. */
            deposit_url: string;
            /** @description Links shown to people who sign up, by country. */
            link_sets: components["schemas"]["LinkSet"][];
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Where is paid out; empty = none. */
            withdraw_url: string;
        };
        AllocationSettingsReplace: {
            /** @description Where demo accounts are opened; empty = here. */
            demo_url?: string;
            /** @description Where is paid in; empty = none. */
            deposit_url?: string;
            /** @description Links shown to people who sign up, by country. */
            link_sets?: components["schemas"]["LinkSetInput"][];
            /** @description When it was changed last. */
            updated_at?: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Where is paid out; empty = none. */
            withdraw_url?: string;
        };
        ApiPasswordBody: {
            /** @description Password of programs, 8 to 16 characters of four kinds; empty = none any more. */
            api_password: string;
            /** @description The present master password of the account. */
            current_password: string;
        };
        Application: {
            /** @description Street and house. */
            address: string;
            /** @description Allocation rule of the offer; 0 = the fallback group. */
            allocation_id: number;
            /** @description Brand of the host that the form was sent to; null = none. */
            brand_id: number | null;
            /** @description City of residence. */
            city: string;
            /** @description For staff. */
            comment: string;
            /** @description Did the person show that the e-mail address is theirs? */
            confirmed: boolean;
            /** @description Country of residence, best as its ISO code. */
            country: string;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description When it was approved or rejected. RFC 3339, UTC. */
            decided_at: string | null;
            /** @description Staff user who approved or rejected it; 0 = nobody. */
            decided_by: number;
            /** @description E-mail address of the person. */
            email: string;
            /** @description Preferred group; once approved, that of the account. */
            group: string;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Address that the form came from. */
            ip: string;
            /** @description Language of e-mails: `en`, `de`, or empty for the usual one. */
            language: string;
            /** @description Leverage that is asked for. */
            leverage: number;
            /** @description Account that was opened; 0 = none. */
            login: number;
            /** @description First and last name. */
            name: string;
            /** @description Phone number. */
            phone: string;
            /** @description Why it was rejected; the person reads it. */
            reason: string;
            /**
             * @description `received`, `approved` or `rejected`.
             * @enum {string}
             */
            status: "received" | "approved" | "rejected";
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        ApplicationPage: {
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description The rows of the page. */
            items: components["schemas"]["Application"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match. */
            total: number;
        };
        ApplicationPatch: {
            /** @description For staff. */
            comment?: string;
            /** @description Preferred group; once approved, that of the account. */
            group?: string;
            /** @description Leverage that is asked for. */
            leverage?: number;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        ApproveBody: {
            /** @description Group of the account; nothing = the preferred one. */
            group?: string;
            /** @description Leverage of the account; nothing = that asked for. */
            leverage?: number;
            /** @description Login of the account; 0 or nothing = the next free one. */
            login?: number;
        };
        Attachment: {
            /** @description Number of the file within the message. */
            id: number;
            /** @description Name of the file. */
            name: string;
            /** @description Size of the file. In bytes. */
            size: number;
        };
        AvailableReport: {
            /** @description May the caller take its rows away as a file? */
            can_export: boolean;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Does it show lines of ended days? */
            daily: boolean;
            /** @description What it shows. */
            description: string;
            /** @description Is the record in use? */
            enabled: boolean;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description What the caller may enter. */
            inputs: ("groups" | "company" | "login" | "logins" | "from" | "to")[];
            /**
             * @description What makes the report.
             * @enum {string}
             */
            module: "daily" | "exposure" | "accounts" | "balance_operations" | "deals" | "orders" | "closed_positions" | "profit_by_symbol" | "profit_by_group" | "profit_by_login" | "commissions" | "swaps" | "stop_outs";
            /** @description Folder, sub-folder and report, joined by backslashes. */
            name: string;
            /** @description First day that the caller may request; null = any. */
            oldest_from: string | null;
            /** @description Values of the module by name. */
            params: {
                [key: string]: string;
            };
            /** @description Place in the list. */
            position: number;
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        BalanceBody: {
            /**
             * @description Kind of money operation; `credit` and `bonus` change the credit.
             * @enum {string}
             */
            action: "balance" | "credit" | "charge" | "correction" | "bonus" | "commission" | "so_compensation" | "dividend" | "dividend_franked" | "tax" | "interest" | "swap" | "agent" | "agent_daily" | "agent_monthly";
            /** @description Above zero in favour of the account, below zero against it. In the deposit currency of the account. */
            amount: components["schemas"]["Decimal"];
            /** @description Text of the deal, as the trader sees it. */
            comment?: string;
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /** @description May the payment take more than the free margin? */
            skip_margin_check?: boolean;
        };
        Bar: {
            /** @description Last chart price. A price of the symbol. */
            close: components["schemas"]["Decimal"];
            /** @description Highest chart price. A price of the symbol. */
            high: components["schemas"]["Decimal"];
            /** @description Lowest chart price. A price of the symbol. */
            low: components["schemas"]["Decimal"];
            /** @description First chart price. A price of the symbol. */
            open: components["schemas"]["Decimal"];
            /** @description Volume that feeds reported; 0 = none. In lots. */
            real_volume: components["schemas"]["Decimal"];
            /** @description Smallest spread of the bar. In points: units of the last digit of the price. */
            spread: number;
            /** @description Number of price changes. */
            tick_volume: number;
            /** @description When the bar opens. RFC 3339, UTC. */
            time: string;
        };
        BarsRebuildBody: {
            /** @description Bars of a minute, by time; absent = longer bars from the minutes. */
            bars?: components["schemas"]["GivenBar"][];
            /** @description When the first minute of the period opens. RFC 3339, UTC. */
            from: string;
            /** @description Name of the symbol. */
            symbol: string;
            /** @description When the last minute of the period ends, a day later at most. RFC 3339, UTC. */
            to: string;
        };
        BarsRebuilt: {
            /** @description The first 100 of them, the shortest timeframe first. */
            bars: components["schemas"]["CorrectedBar"][];
            /** @description Number of changed bars of all timeframes. */
            changed: number;
            /** @description Name of the symbol. */
            symbol: string;
        };
        BarValues: {
            /** @description Last chart price. A price of the symbol. */
            close: components["schemas"]["Decimal"];
            /** @description Highest chart price. A price of the symbol. */
            high: components["schemas"]["Decimal"];
            /** @description Lowest chart price. A price of the symbol. */
            low: components["schemas"]["Decimal"];
            /** @description First chart price. A price of the symbol. */
            open: components["schemas"]["Decimal"];
            /** @description Smallest spread of the bar. In points: units of the last digit of the price. */
            spread: number;
            /** @description Number of price changes. */
            tick_volume: number;
        };
        Brand: {
            /** @description Postal address of the company. */
            address: string;
            /** @description `#rrggbb`; empty = that of the terminal. */
            color_accent: string;
            /** @description `#rrggbb`; empty = that of the terminal. */
            color_primary: string;
            /** @description `#rrggbb`; empty = that of the terminal. */
            color_secondary: string;
            /** @description Company that it is of; a company has at most one brand. */
            company: string;
            /** @description Symbols of the first watchlist of an account. */
            default_symbols: string[];
            /** @description Host names without port, in lower case, that it serves. */
            domains: string[];
            /** @description Is the record in use? */
            enabled: boolean;
            /** @description Web address of the terms of use; empty = none. */
            eula_url: string;
            /** @description Is there a banner? */
            has_banner: boolean;
            /** @description Is there an icon? */
            has_icon: boolean;
            /** @description Is there a logo? */
            has_logo: boolean;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Does it serve hosts that no brand names? At most one does. */
            is_default: boolean;
            /** @description Is it issued by the applied licence? */
            is_licenced: boolean;
            /** @description Web addresses by the names of their pages. */
            links: {
                [key: string]: string;
            };
            /** @description Phone number of the company. */
            phone: string;
            /** @description Name of the terminal. */
            program_name: string;
            /** @description Name under which terminals show the server. */
            server_name: string;
            /** @description Name where there is little room. */
            short_name: string;
            /** @description E-mail address for questions; empty = none. */
            support_email: string;
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Web address of the company; empty = none. */
            website: string;
        };
        BrandCreate: {
            /** @description Postal address of the company. */
            address?: string;
            /** @description `#rrggbb`; empty = that of the terminal. */
            color_accent?: string;
            /** @description `#rrggbb`; empty = that of the terminal. */
            color_primary?: string;
            /** @description `#rrggbb`; empty = that of the terminal. */
            color_secondary?: string;
            /** @description Company that it is of; a company has at most one brand. */
            company: string;
            /** @description Symbols of the first watchlist of an account. */
            default_symbols?: string[];
            /** @description Host names without port, in lower case, that it serves. */
            domains?: string[];
            /** @description Is the record in use? */
            enabled?: boolean;
            /** @description Web address of the terms of use; empty = none. */
            eula_url?: string;
            /** @description Does it serve hosts that no brand names? At most one does. */
            is_default?: boolean;
            /** @description Web addresses by the names of their pages. */
            links?: {
                [key: string]: string;
            };
            /** @description Phone number of the company. */
            phone?: string;
            /** @description Name of the terminal. */
            program_name?: string;
            /** @description Name under which terminals show the server. */
            server_name?: string;
            /** @description Name where there is little room. */
            short_name?: string;
            /** @description E-mail address for questions; empty = none. */
            support_email?: string;
            /** @description Web address of the company; empty = none. */
            website?: string;
        };
        BrandPatch: {
            /** @description Postal address of the company. */
            address?: string;
            /** @description `#rrggbb`; empty = that of the terminal. */
            color_accent?: string;
            /** @description `#rrggbb`; empty = that of the terminal. */
            color_primary?: string;
            /** @description `#rrggbb`; empty = that of the terminal. */
            color_secondary?: string;
            /** @description Symbols of the first watchlist of an account. */
            default_symbols?: string[];
            /** @description Host names without port, in lower case, that it serves. */
            domains?: string[];
            /** @description Is the record in use? */
            enabled?: boolean;
            /** @description Web address of the terms of use; empty = none. */
            eula_url?: string;
            /** @description Web addresses by the names of their pages. */
            links?: {
                [key: string]: string;
            };
            /** @description Phone number of the company. */
            phone?: string;
            /** @description Name of the terminal. */
            program_name?: string;
            /** @description Name under which terminals show the server. */
            server_name?: string;
            /** @description Name where there is little room. */
            short_name?: string;
            /** @description E-mail address for questions; empty = none. */
            support_email?: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Web address of the company; empty = none. */
            website?: string;
        };
        BulkBalanceBody: {
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Money operations of accounts. */
            items: components["schemas"]["BulkBalanceItem"][];
            /** @description May they take more than the free margin? */
            skip_margin_check?: boolean;
        };
        BulkBalanceItem: {
            /**
             * @description Kind of the money operation.
             * @enum {string}
             */
            action: "balance" | "credit" | "charge" | "correction" | "bonus" | "commission" | "so_compensation" | "dividend" | "dividend_franked" | "tax" | "interest" | "swap" | "agent" | "agent_daily" | "agent_monthly";
            /** @description What is paid in, or out below zero. In the deposit currency of the account. */
            amount: components["schemas"]["Decimal"];
            /** @description Text of the user for the record. */
            comment?: string;
            /** @description Number of the account. */
            login: number;
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
        };
        BulkChangeBody: {
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Is the record in use? */
            enabled?: boolean;
            /** @description Path of the group, its parts joined by backslashes. */
            group?: string;
            /** @description How many times a position may exceed its margin. */
            leverage?: number;
            /** @description The accounts to change. */
            logins: number[];
            /** @description May the accounts trade? */
            trading_enabled?: boolean;
        };
        BulkChangeResult: {
            /** @description Result code; `ok` on success. */
            code: string;
            /** @description Number of the account. */
            login: number;
            /** @description The fields that are now as asked. */
            made: ("enabled" | "trading_enabled" | "leverage" | "group")[];
            /** @description The outcome in words; empty where there is nothing to say. */
            message: string;
            /**
             * @description `rejected`: the change behind those in `made` was refused.
             * @enum {string}
             */
            status: "done" | "rejected";
        };
        BulkCloseBody: {
            /** @description Are stop loss and take profit set to 0 where one is set? */
            clear_stops?: boolean;
            /** @description Are positions closed? */
            close_positions?: boolean;
            /** @description Text of the user for the record. */
            comment?: string;
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Are pending orders cancelled? */
            delete_orders?: boolean;
            /** @description Mask of group paths; empty = all in scope. */
            groups?: string;
            /** @description Ids of orders. */
            orders?: number[];
            /** @description Ids of positions; with ids neither symbol nor groups count. */
            positions?: number[];
            /** @description Is it only listed what would be done? */
            preview?: boolean;
            /** @description Name of the symbol. */
            symbol?: string;
        };
        BulkCloseReply: {
            /** @description Orders of a preview. */
            orders: components["schemas"]["StaffOrder"][];
            /** @description Positions of a preview. */
            positions: components["schemas"]["StaffPosition"][];
            /** @description The outcome of each trade request. */
            results: components["schemas"]["BulkCloseResult"][];
            /** @description Number of trades that fit; a request handles 1000. */
            total: number;
        };
        BulkCloseResult: {
            /** @description Result code of the trade request. */
            code: string;
            /** @description Number of the record; set by the server. */
            id: number;
            /**
             * @description Position or order.
             * @enum {string}
             */
            kind: "position" | "order";
            /** @description Number of the account. */
            login: number;
            /** @description The result in a sentence. */
            message: string;
            /**
             * @description What was asked for the trade.
             * @enum {string}
             */
            operation: "close" | "delete" | "clear_stops";
            /**
             * @description Done, waiting at a dealer or provider, or rejected.
             * @enum {string}
             */
            status: "done" | "queued" | "rejected";
            /** @description Name of the symbol. */
            symbol: string;
        };
        ChangePasswordBody: {
            /** @description The password that is to be replaced. */
            current_password: string;
            /** @description 8 to 16 characters: lower and upper case letters, a digit and a symbol. */
            new_password: string;
        };
        CheckTradeClose: {
            /** @description Text that orders, deals and positions carry. */
            comment?: string;
            /** @description By how much a fill may be worse than `price`, in every execution mode; what would be worse is refused with `trade.requote`. 1000000 = any price. In points: units of the last digit of the price. */
            deviation_pts?: number;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id?: number;
            /**
             * @description `fok` whole or nothing, `ioc` what is there, `return` the rest stays. Left out, a pending order has `return`, and a market order the first of `fok` and `ioc` that its symbol allows: `request` and `instant` execution have `fok` alone.
             * @enum {string}
             */
            fill?: "fok" | "ioc" | "return";
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "close";
            /** @description Id of the position to close or change. */
            position_id: number;
            /** @description The price that the client saw, or at which the order waits. In market and exchange execution it counts with `deviation_pts` alone: the two bound the fill. A price of the symbol. */
            price?: components["schemas"]["Decimal"];
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id?: string;
            /** @description Request id whose new price is accepted by this request. */
            requote_of?: string;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
            /** @description Size; for a close nothing = all of the position. In lots. */
            volume?: components["schemas"]["Decimal"];
        };
        CheckTradeCloseBy: {
            /** @description Id of the position to close it with. */
            by_position_id: number;
            /** @description Text that orders, deals and positions carry. */
            comment?: string;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id?: number;
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "close_by";
            /** @description Id of the position to close or change. */
            position_id: number;
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id?: string;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
        };
        CheckTradeModify: {
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "modify";
            /** @description Id of the position to close or change. */
            position_id: number;
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id?: string;
            /** @description Left out, it stays; 0 takes it away, and ends trailing with it. A price of the symbol. */
            sl?: components["schemas"]["Decimal"];
            /** @description Left out, it stays; 0 takes it away. A price of the symbol. */
            tp?: components["schemas"]["Decimal"];
            /** @description Left out, it stays; 0 ends trailing. In points: units of the last digit of the price. */
            trail_pts?: number;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
        };
        CheckTradeOpen: {
            /** @description Text that orders, deals and positions carry. */
            comment?: string;
            /** @description By how much a fill may be worse than `price`, in every execution mode; what would be worse is refused with `trade.requote`. 1000000 = any price. In points: units of the last digit of the price. */
            deviation_pts?: number;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id?: number;
            /**
             * @description `fok` whole or nothing, `ioc` what is there, `return` the rest stays. Left out, a pending order has `return`, and a market order the first of `fok` and `ioc` that its symbol allows: `request` and `instant` execution have `fok` alone.
             * @enum {string}
             */
            fill?: "fok" | "ioc" | "return";
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "open";
            /** @description The price that the client saw, or at which the order waits. In market and exchange execution it counts with `deviation_pts` alone: the two bound the fill. A price of the symbol. */
            price?: components["schemas"]["Decimal"];
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id?: string;
            /** @description Request id whose new price is accepted by this request. */
            requote_of?: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl?: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp?: components["schemas"]["Decimal"];
            /** @description Distance at which the stop loss follows the market; 0 = off. In points: units of the last digit of the price. */
            trail_pts?: number;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
            /** @description Size; for a close nothing = all of the position. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        CheckTradePending: {
            /** @description Text that orders, deals and positions carry. */
            comment?: string;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id?: number;
            /**
             * @description Until cancelled, to the end of the day, or to `expires_at`. Left out, a new order has `gtc`, and a changed one keeps its own.
             * @enum {string}
             */
            expiration?: "gtc" | "day" | "specified" | "specified_day";
            /** @description End of the lifetimes `specified` and `specified_day`. RFC 3339, UTC. */
            expires_at?: string;
            /**
             * @description `fok` whole or nothing, `ioc` what is there, `return` the rest stays. Left out, a pending order has `return`, and a market order the first of `fok` and `ioc` that its symbol allows: `request` and `instant` execution have `fok` alone.
             * @enum {string}
             */
            fill?: "fok" | "ioc" | "return";
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "pending";
            /** @description Working order of the account: when one of the two begins to fill, or ends in any way (filled, canceled, rejected, expired), the server ends the other. Left out = none. */
            oco_order_id?: number;
            /**
             * @description Limit, stop or stop-limit.
             * @enum {string}
             */
            order_kind: "limit" | "stop" | "stop_limit";
            /** @description The price that the client saw, or at which the order waits. In market and exchange execution it counts with `deviation_pts` alone: the two bound the fill. A price of the symbol. */
            price: components["schemas"]["Decimal"];
            /** @description Price of the limit order of a stop-limit. A price of the symbol. */
            price_stop_limit?: components["schemas"]["Decimal"];
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id?: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl?: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp?: components["schemas"]["Decimal"];
            /** @description Distance at which the stop loss follows the market; 0 = off. In points: units of the last digit of the price. */
            trail_pts?: number;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
            /** @description Size; for a close nothing = all of the position. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        CheckTradePendingCancel: {
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "pending_cancel";
            /** @description Id of the pending order. */
            order_id: number;
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id?: string;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
        };
        CheckTradePendingModify: {
            /**
             * @description Until cancelled, to the end of the day, or to `expires_at`. Left out, a new order has `gtc`, and a changed one keeps its own.
             * @enum {string}
             */
            expiration?: "gtc" | "day" | "specified" | "specified_day";
            /** @description End of the lifetimes `specified` and `specified_day`. RFC 3339, UTC. */
            expires_at?: string;
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "pending_modify";
            /** @description Id of the pending order. */
            order_id: number;
            /** @description The price at which the order waits; left out, it stays. A price of the symbol. */
            price?: components["schemas"]["Decimal"];
            /** @description Price of the limit order of a stop-limit; left out, it stays. A price of the symbol. */
            price_stop_limit?: components["schemas"]["Decimal"];
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id?: string;
            /** @description Left out, it stays; 0 takes it away, and ends trailing with it. A price of the symbol. */
            sl?: components["schemas"]["Decimal"];
            /** @description Left out, it stays; 0 takes it away. A price of the symbol. */
            tp?: components["schemas"]["Decimal"];
            /** @description Left out, it stays; 0 ends trailing. In points: units of the last digit of the price. */
            trail_pts?: number;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
        };
        CheckTradePrice: {
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "price";
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id?: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Name of the symbol. */
            symbol: string;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
            /** @description Size; for a close nothing = all of the position. In lots. */
            volume?: components["schemas"]["Decimal"];
        };
        Client: {
            /** @description Logins of the linked accounts that the caller sees. */
            accounts: number[];
            /** @description Street and house. */
            address: string;
            /** @description City of residence. */
            city: string;
            /** @description Note of the staff about the client. */
            comment: string;
            /** @description Company of the owner. */
            company: string;
            /** @description Country of residence. */
            country: string;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description E-mail address; empty = none. */
            email: string;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Number of the identity document. */
            id_number: string;
            /**
             * @description A person or a company.
             * @enum {string}
             */
            kind: "person" | "company";
            /** @description Family name of the owner. */
            last_name: string;
            /** @description Campaign that brought the client. */
            lead_campaign: string;
            /** @description Where the client came from. */
            lead_source: string;
            /** @description Middle name of the owner. */
            middle_name: string;
            /** @description First name of the owner, or the whole name. */
            name: string;
            /** @description Staff user who sees the client while it has no accounts. */
            owner: number;
            /** @description Phone number. */
            phone: string;
            /** @description State or region of residence. */
            state: string;
            /** @description Mark of residence: `RE` resident, `NR` non-resident, empty = unknown. */
            status: string;
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Postal code. */
            zip_code: string;
        };
        ClientCreate: {
            /** @description Street and house. */
            address?: string;
            /** @description City of residence. */
            city?: string;
            /** @description Note of the staff about the client. */
            comment?: string;
            /** @description Company of the owner. */
            company?: string;
            /** @description Country of residence. */
            country?: string;
            /** @description E-mail address; empty = none. */
            email?: string;
            /** @description Number of the identity document. */
            id_number?: string;
            /**
             * @description A person or a company.
             * @enum {string}
             */
            kind: "person" | "company";
            /** @description Family name of the owner. */
            last_name?: string;
            /** @description Campaign that brought the client. */
            lead_campaign?: string;
            /** @description Where the client came from. */
            lead_source?: string;
            /** @description Middle name of the owner. */
            middle_name?: string;
            /** @description First name of the owner, or the whole name. */
            name?: string;
            /** @description Phone number. */
            phone?: string;
            /** @description State or region of residence. */
            state?: string;
            /**
             * @description Mark of residence: `RE` resident, `NR` non-resident, empty = unknown.
             * @enum {string}
             */
            status?: "RE" | "NR" | "";
            /** @description Postal code. */
            zip_code?: string;
        };
        ClientPage: {
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description The rows of the page. */
            items: components["schemas"]["Client"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match. */
            total: number;
        };
        ClientPatch: {
            /** @description Street and house. */
            address?: string;
            /** @description City of residence. */
            city?: string;
            /** @description Note of the staff about the client. */
            comment?: string;
            /** @description Company of the owner. */
            company?: string;
            /** @description Country of residence. */
            country?: string;
            /** @description E-mail address; empty = none. */
            email?: string;
            /** @description Number of the identity document. */
            id_number?: string;
            /**
             * @description A person or a company.
             * @enum {string}
             */
            kind?: "person" | "company";
            /** @description Family name of the owner. */
            last_name?: string;
            /** @description Campaign that brought the client. */
            lead_campaign?: string;
            /** @description Where the client came from. */
            lead_source?: string;
            /** @description Middle name of the owner. */
            middle_name?: string;
            /** @description First name of the owner, or the whole name. */
            name?: string;
            /** @description Phone number. */
            phone?: string;
            /** @description State or region of residence. */
            state?: string;
            /**
             * @description Mark of residence: `RE` resident, `NR` non-resident, empty = unknown.
             * @enum {string}
             */
            status?: "RE" | "NR" | "";
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Postal code. */
            zip_code?: string;
        };
        ClosedPage: {
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description The rows of the page. */
            items: components["schemas"]["ClosedPosition"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match. */
            total: number;
            /** @description Sums over all pages. */
            totals: components["schemas"]["ClosedTotals"];
        };
        ClosedPosition: {
            /** @description When it was closed. RFC 3339, UTC. */
            closed_at: string | null;
            /** @description Text of the user for the record. */
            comment: string;
            /** @description Commission charged; below zero where the account paid. In the deposit currency of the account. */
            commission: components["schemas"]["Decimal"];
            /** @description Units of the base asset in one lot. In units of the base asset. */
            contract_size: components["schemas"]["Decimal"];
            /** @description Decimals of amounts in the deposit currency. */
            currency_digits: number;
            /** @description Login of the dealer; 0 = none. */
            dealer: number;
            /** @description Decimals of the prices of the symbol. */
            digits: number;
            /** @description Fee charged; below zero where the account paid. In the deposit currency of the account. */
            fee: components["schemas"]["Decimal"];
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Id of the deal that ended it. */
            id: number;
            /** @description Number of the account. */
            login: number;
            /** @description When it was opened. RFC 3339, UTC. */
            opened_at: string | null;
            /** @description Id of the position. */
            position_id: number;
            /** @description Average price at which it was closed. A price of the symbol. */
            price_close: components["schemas"]["Decimal"];
            /** @description Average price at which it was opened. A price of the symbol. */
            price_open: components["schemas"]["Decimal"];
            /** @description Floating result at the current price, without swaps. In the deposit currency of the account. */
            profit: components["schemas"]["Decimal"];
            /**
             * @description What caused it: a terminal, a dealer, a stop, the end of a day.
             * @enum {string}
             */
            reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Swaps for positions kept overnight. In the deposit currency of the account. */
            swap: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Size. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        ClosedPositionPage: {
            /** @description A cursor: rows that came later, from the oldest on; `start` = from the first row on. In an answer: where to go on forward. */
            after?: string;
            /** @description A cursor: rows that came earlier, from the newest on; `end` = from the last row on. In an answer: where to go on backward. */
            before?: string;
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description The rows of the page. */
            items: components["schemas"]["ClosedPosition"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match; null = not counted, with a cursor. */
            total: number | null;
        };
        ClosedTotals: {
            /** @description Commission of all closed positions. In the deposit currency of the account. */
            commission: components["schemas"]["Decimal"];
            /** @description Number of closed positions. */
            count: number;
            /** @description Fee of all closed positions. In the deposit currency of the account. */
            fee: components["schemas"]["Decimal"];
            /** @description Result of all closed positions. In the deposit currency of the account. */
            profit: components["schemas"]["Decimal"];
            /** @description Swap of all closed positions. In the deposit currency of the account. */
            swap: components["schemas"]["Decimal"];
            /** @description Closed size of all closed positions. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        /**
         * @description - `ok`:
         *     - `invalid_input`: The request is not valid.
         *     - `auth.password_same`: The new password equals the current one.
         *     - `auth.password_weak`: A password has 8 to 16 characters: lower and upper case letters, a digit and a symbol.
         *     - `auth.code_invalid`: The e-mailed code is wrong or has expired.
         *     - `auth.invalid_credentials`: The login or the password is wrong.
         *     - `auth.session_expired`: The session is over; sign in again.
         *     - `auth.otp_invalid`: The one-time code is wrong.
         *     - `auth.otp_not_set`: One-time codes must be set up to continue.
         *     - `auth.otp_required`: A one-time code is needed: send the request again with it.
         *     - `auth.refresh_reused`: An old refresh token was used; the session is closed.
         *     - `auth.csrf_invalid`: The X-CSRF-Token header does not match the session.
         *     - `auth.invalid_terminal`: This terminal kind cannot be used here.
         *     - `auth.otp_enrol_required`: The group requires one-time codes; set them up first.
         *     - `auth.password_change_required`: The password must be changed first.
         *     - `auth.password_change_not_allowed`: This account may not change its password.
         *     - `auth.account_disabled`: The account is disabled.
         *     - `auth.ip_not_allowed`: Sign-in is not allowed from this address.
         *     - `auth.not_staff`: The account has no staff access.
         *     - `auth.terminal_not_allowed`: The account may not use this terminal kind.
         *     - `forbidden`: This action or target is out of your reach.
         *     - `confirmation_required`: Confirm the action with the code shown.
         *     - `not_found`: Not found.
         *     - `conflict`: A duplicate, a stale version, or blocked by use.
         *     - `auth.account_changed`: Another account is signed in than the request names.
         *     - `auth.too_many_attempts`: Too many attempts; try again later.
         *     - `internal`: The server failed; the request id helps to find out why.
         *     - `timeout`: No answer in time; whether it was done is not known: read it before you ask again.
         *     - `trade.invalid_request`: The trade request is malformed or contradicts itself.
         *     - `trade.invalid_volume`: The volume is below the minimum, above the maximum or off step.
         *     - `trade.invalid_close_volume`: The volume is more than the position holds.
         *     - `trade.invalid_price`: The price is off tick, on the wrong side or too near.
         *     - `trade.invalid_stops`: Stop loss or take profit is on the wrong side or too near.
         *     - `trade.invalid_expiration`: This lifetime is not allowed, or its time has passed.
         *     - `trade.invalid_fill`: This fill policy is not allowed for the symbol.
         *     - `trade.invalid_order_kind`: This order kind is not allowed here.
         *     - `trade.no_changes`: The modification equals the present values.
         *     - `trade.disabled`: The account, group, symbol or server is closed for trade.
         *     - `trade.read_only`: A read-only session cannot trade.
         *     - `trade.expert_disabled`: Automated trading is not allowed.
         *     - `trade.long_only`: Only buying opens positions in this symbol.
         *     - `trade.short_only`: Only selling opens positions in this symbol.
         *     - `trade.close_only`: Positions can only be closed.
         *     - `trade.symbol_not_found`: The symbol is unknown or not offered to the group.
         *     - `trade.order_not_found`: The account has no such order.
         *     - `trade.position_not_found`: The account has no such position.
         *     - `trade.market_closed`: The market is closed.
         *     - `trade.off_quotes`: There is no fresh price or no conversion rate.
         *     - `trade.requote`: The price moved; here is a new one.
         *     - `trade.price_changed`: The price moved while the request was processed.
         *     - `trade.rejected`: The request was rejected.
         *     - `trade.canceled`: The request was withdrawn before execution.
         *     - `trade.no_money`: There is not enough free margin, balance or credit.
         *     - `trade.limit_orders`: The number of pending orders is at its limit.
         *     - `trade.limit_positions`: The number of positions is at its limit.
         *     - `trade.limit_volume`: The volume limit of the symbol in this direction is reached.
         *     - `trade.limit_money`: The amount is beyond the range of the ledger.
         *     - `trade.frozen`: The price is within the freeze level.
         *     - `trade.locked`: The order or position is being processed.
         *     - `trade.order_changed`: The order was changed, filled or closed meanwhile.
         *     - `trade.position_closed`: The position was closed meanwhile.
         *     - `trade.close_order_exists`: A close of this position is already working.
         *     - `trade.hedge_prohibited`: The group forbids opposite positions.
         *     - `trade.fifo_prohibited`: The group closes the oldest position first.
         *     - `trade.too_many_requests`: Too many trade requests; nothing was done.
         *     - `trade.no_connection`: The chosen gateway is not on line.
         *     - `trade.timeout`: No answer in time; ask trade_status for the outcome.
         * @enum {string}
         */
        Code: "ok" | "invalid_input" | "auth.password_same" | "auth.password_weak" | "auth.code_invalid" | "auth.invalid_credentials" | "auth.session_expired" | "auth.otp_invalid" | "auth.otp_not_set" | "auth.otp_required" | "auth.refresh_reused" | "auth.csrf_invalid" | "auth.invalid_terminal" | "auth.otp_enrol_required" | "auth.password_change_required" | "auth.password_change_not_allowed" | "auth.account_disabled" | "auth.ip_not_allowed" | "auth.not_staff" | "auth.terminal_not_allowed" | "forbidden" | "confirmation_required" | "not_found" | "conflict" | "auth.account_changed" | "auth.too_many_attempts" | "internal" | "timeout" | "trade.invalid_request" | "trade.invalid_volume" | "trade.invalid_close_volume" | "trade.invalid_price" | "trade.invalid_stops" | "trade.invalid_expiration" | "trade.invalid_fill" | "trade.invalid_order_kind" | "trade.no_changes" | "trade.disabled" | "trade.read_only" | "trade.expert_disabled" | "trade.long_only" | "trade.short_only" | "trade.close_only" | "trade.symbol_not_found" | "trade.order_not_found" | "trade.position_not_found" | "trade.market_closed" | "trade.off_quotes" | "trade.requote" | "trade.price_changed" | "trade.rejected" | "trade.canceled" | "trade.no_money" | "trade.limit_orders" | "trade.limit_positions" | "trade.limit_volume" | "trade.limit_money" | "trade.frozen" | "trade.locked" | "trade.order_changed" | "trade.position_closed" | "trade.close_order_exists" | "trade.hedge_prohibited" | "trade.fifo_prohibited" | "trade.too_many_requests" | "trade.no_connection" | "trade.timeout";
        CodeBody: {
            /** @description Six digits of the authenticator app. */
            code: string;
        };
        CodeSent: {
            /** @description Was the address confirmed within the last 72 hours? */
            confirmed: boolean;
            /** @description Was a code made and e-mailed? */
            sent: boolean;
        };
        CommissionRule: {
            /**
             * @description At once, at the end of the day or of the month.
             * @enum {string}
             */
            charge: "instant" | "daily" | "monthly";
            /** @description Text for people; the server does not read it. */
            description: string;
            /**
             * @description Deals that open, that close, or all.
             * @enum {string}
             */
            entry: "all" | "in" | "out";
            /**
             * @description Commission, a share for the agent, or a fee.
             * @enum {string}
             */
            kind: "standard" | "agent" | "fee";
            /** @description Symbols that it is charged for: names or paths. */
            mask: string;
            /**
             * @description Do minimum and maximum bound all deals of an order, or each deal?
             * @enum {string}
             */
            min_per: "order" | "deal";
            /** @description Name of the rule, as charges name it. */
            name: string;
            /**
             * @description Deals with a profit, with a loss, or all.
             * @enum {string}
             */
            profit_filter: "all" | "profit" | "loss";
            /**
             * @description What the tiers measure.
             * @enum {string}
             */
            range: "volume" | "turnover_money" | "turnover_volume" | "value" | "profit";
            /** @description Reasons of deals; empty = all. */
            reasons: ("client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction")[];
            /**
             * @description Deals that buy, that sell, or all.
             * @enum {string}
             */
            side: "all" | "buy" | "sell";
            /** @description Rates by range. */
            tiers: components["schemas"]["CommissionTier"][];
            /** @description Currency of turnovers; empty = deposit. */
            turnover_currency: string;
        };
        CommissionRuleInput: {
            /**
             * @description At once, at the end of the day or of the month.
             * @enum {string}
             */
            charge?: "instant" | "daily" | "monthly";
            /** @description Text for people; the server does not read it. */
            description?: string;
            /**
             * @description Deals that open, that close, or all.
             * @enum {string}
             */
            entry?: "all" | "in" | "out";
            /**
             * @description Commission, a share for the agent, or a fee.
             * @enum {string}
             */
            kind?: "standard" | "agent" | "fee";
            /** @description Symbols that it is charged for: names or paths. */
            mask: string;
            /**
             * @description Do minimum and maximum bound all deals of an order, or each deal?
             * @enum {string}
             */
            min_per?: "order" | "deal";
            /** @description Name of the rule, as charges name it. */
            name?: string;
            /**
             * @description Deals with a profit, with a loss, or all.
             * @enum {string}
             */
            profit_filter?: "all" | "profit" | "loss";
            /**
             * @description What the tiers measure.
             * @enum {string}
             */
            range?: "volume" | "turnover_money" | "turnover_volume" | "value" | "profit";
            /** @description Reasons of deals; empty = all. */
            reasons?: ("client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction")[];
            /**
             * @description Deals that buy, that sell, or all.
             * @enum {string}
             */
            side?: "all" | "buy" | "sell";
            /** @description Rates by range. */
            tiers: components["schemas"]["CommissionTierInput"][];
            /** @description Currency of turnovers; empty = deposit. */
            turnover_currency?: string;
        };
        CommissionTier: {
            /** @description Currency of the mode `specified`; empty = none. */
            currency: string;
            /** @description Most charge of an order or deal; 0 = none. In the deposit currency of the account. */
            max: components["schemas"]["Decimal"];
            /** @description Least charge of an order or deal; 0 = none. In the deposit currency of the account. */
            min: components["schemas"]["Decimal"];
            /**
             * @description Currency, points or percent that the value is in.
             * @enum {string}
             */
            mode: "deposit" | "base" | "profit" | "margin" | "specified" | "points" | "percent" | "profit_percent";
            /** @description Start of the range, as the rule measures. In currency, points or percent, as the mode says. */
            range_from: components["schemas"]["Decimal"];
            /** @description End of the range; 0 = open. In currency, points or percent, as the mode says. */
            range_to: components["schemas"]["Decimal"];
            /**
             * @description For each deal or for each lot.
             * @enum {string}
             */
            type: "per_deal" | "per_lot";
            /** @description The rate. In currency, points or percent, as the mode says. */
            value: components["schemas"]["Decimal"];
        };
        CommissionTierInput: {
            /** @description Currency of the mode `specified`; empty = none. */
            currency?: string;
            /** @description Most charge of an order or deal; 0 = none. In the deposit currency of the account. */
            max?: components["schemas"]["Decimal"];
            /** @description Least charge of an order or deal; 0 = none. In the deposit currency of the account. */
            min?: components["schemas"]["Decimal"];
            /**
             * @description Currency, points or percent that the value is in.
             * @enum {string}
             */
            mode?: "deposit" | "base" | "profit" | "margin" | "specified" | "points" | "percent" | "profit_percent";
            /** @description Start of the range, as the rule measures. In currency, points or percent, as the mode says. */
            range_from?: components["schemas"]["Decimal"];
            /** @description End of the range; 0 = open. In currency, points or percent, as the mode says. */
            range_to?: components["schemas"]["Decimal"];
            /**
             * @description For each deal or for each lot.
             * @enum {string}
             */
            type?: "per_deal" | "per_lot";
            /** @description The rate. In currency, points or percent, as the mode says. */
            value: components["schemas"]["Decimal"];
        };
        Confirmation: {
            /** @description The terminal shows the code; the user types it as `confirm_code`. */
            confirm_code: string;
            /** @description Sent back as `confirm_token` with the request. */
            confirm_token: string;
            /** @description When the code is void. RFC 3339, UTC. */
            expires_at: string;
        };
        ConfirmationBody: {
            /**
             * @description The action that is to be confirmed.
             * @enum {string}
             */
            action: "accounts.balance" | "accounts.bulk_balance" | "accounts.bulk_change" | "accounts.group_balance" | "accounts.held_fills" | "accounts.import" | "datafeeds.change" | "datafeeds.create" | "datafeeds.order" | "deals.bust" | "gateways.change" | "gateways.create" | "gateways.order" | "gateways.import_accounts" | "groups.change" | "platform.clock" | "platform.mode" | "positions.change" | "positions.close" | "positions.payments" | "quotes.publish" | "symbols.change" | "symbols.delete" | "symbols.quick" | "transfer.delete";
            /** @description SHA-256 in hex of the body and the path parameters as one object: JSON by RFC 8785. */
            digest: string;
        };
        CorrectedBar: {
            /** @description Its values from now on. */
            after: components["schemas"]["BarValues"];
            /** @description Its values until now; null = there was no such bar. */
            before: components["schemas"]["BarValues"] | null;
            /** @description When the bar opens. RFC 3339, UTC. */
            time: string;
            /**
             * @description Length of the bar: minutes, hours, a day, a week from Sunday on, or a month.
             * @enum {string}
             */
            timeframe: "m1" | "m5" | "m15" | "m30" | "h1" | "h4" | "d1" | "w1" | "mn1";
        };
        Count: {
            /** @description All rows that match. */
            total: number;
        };
        DailyRow: {
            /** @description Money of the account without open positions. In the deposit currency of the account. */
            balance: components["schemas"]["Decimal"];
            /** @description At its end. In the deposit currency of the account. */
            balance_prev_day: components["schemas"]["Decimal"];
            /** @description At its end. In the deposit currency of the account. */
            balance_prev_month: components["schemas"]["Decimal"];
            /** @description Charged at the end of day or month. In the deposit currency of the account. */
            commission_blocked: components["schemas"]["Decimal"];
            /** @description Licence company of the group. */
            company: string;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string | null;
            /** @description Money lent to the account, which it cannot withdraw. In the deposit currency of the account. */
            credit: components["schemas"]["Decimal"];
            /** @description Code of the currency. */
            currency: string;
            /** @description Decimals of amounts in the deposit currency. */
            currency_digits: number;
            /** @description Commission paid to agents of the day. In the deposit currency of the account. */
            daily_agent: components["schemas"]["Decimal"];
            /** @description Bonuses of the day. In the deposit currency of the account. */
            daily_bonuses: components["schemas"]["Decimal"];
            /** @description Other charges of the day. In the deposit currency of the account. */
            daily_charges: components["schemas"]["Decimal"];
            /** @description Commission charged at once of the day. In the deposit currency of the account. */
            daily_commission_instant: components["schemas"]["Decimal"];
            /** @description Commission by turnover of the day. In the deposit currency of the account. */
            daily_commission_turnover: components["schemas"]["Decimal"];
            /** @description Compensations of negative balances of the day. In the deposit currency of the account. */
            daily_compensation: components["schemas"]["Decimal"];
            /** @description Corrections of the day. In the deposit currency of the account. */
            daily_corrections: components["schemas"]["Decimal"];
            /** @description Credit given and taken back of the day. In the deposit currency of the account. */
            daily_credit: components["schemas"]["Decimal"];
            /** @description Deposits of the day. In the deposit currency of the account. */
            daily_deposits: components["schemas"]["Decimal"];
            /** @description Dividends of the day. In the deposit currency of the account. */
            daily_dividends: components["schemas"]["Decimal"];
            /** @description Fees of the day. In the deposit currency of the account. */
            daily_fee: components["schemas"]["Decimal"];
            /** @description Interest of the day. In the deposit currency of the account. */
            daily_interest: components["schemas"]["Decimal"];
            /** @description Realised results of the day. In the deposit currency of the account. */
            daily_profit: components["schemas"]["Decimal"];
            /** @description Swaps of the day. In the deposit currency of the account. */
            daily_swap: components["schemas"]["Decimal"];
            /** @description Taxes of the day. In the deposit currency of the account. */
            daily_taxes: components["schemas"]["Decimal"];
            /** @description Withdrawals of the day. In the deposit currency of the account. */
            daily_withdrawals: components["schemas"]["Decimal"];
            /** @description Date on the server clock of the day that ended. */
            date: string;
            /** @description Balance, credit and floating result together. In the deposit currency of the account. */
            equity: components["schemas"]["Decimal"];
            /** @description At its end. In the deposit currency of the account. */
            equity_prev_day: components["schemas"]["Decimal"];
            /** @description At its end. In the deposit currency of the account. */
            equity_prev_month: components["schemas"]["Decimal"];
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Number made of the day and the login. */
            id: number;
            /** @description Accrued and not paid yet. In the deposit currency of the account. */
            interest_accrued: components["schemas"]["Decimal"];
            /** @description How many times a position may exceed its margin. */
            leverage: number;
            /** @description Number of the account. */
            login: number;
            /** @description Money that positions and orders bind. In the deposit currency of the account. */
            margin: components["schemas"]["Decimal"];
            /** @description Money that new positions could bind. In the deposit currency of the account. */
            margin_free: components["schemas"]["Decimal"];
            /** @description Equity in parts of the margin; 0 = no margin. In percent. */
            margin_level: components["schemas"]["Decimal"];
            /** @description Name of the record. */
            name: string;
            /** @description Result without swaps and commissions. In the deposit currency of the account. */
            profit: components["schemas"]["Decimal"];
            /** @description Swaps for positions kept overnight. In the deposit currency of the account. */
            swap: components["schemas"]["Decimal"];
        };
        DailyRowPage: {
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description The rows of the page. */
            items: components["schemas"]["DailyRow"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match. */
            total: number;
        };
        Datafeed: {
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Shall it connect? */
            enabled: boolean;
            /** @description Failures in a row before a long wait. */
            failures_before_rest: number;
            /** @description User name of the second connection. */
            gateway_login: string;
            /** @description Second connection of a module; not read by any yet. */
            gateway_server: string;
            /** @description Is one stored? */
            has_gateway_password: boolean;
            /** @description Is a password stored? It is never shown. */
            has_password: boolean;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Without data for so long it connects anew. In seconds. */
            idle_timeout_sec: number;
            /** @description Are digits and sizes taken from the provider? */
            import_symbol_settings: boolean;
            /** @description User name at the provider. */
            login: string;
            /**
             * @description Kind of connection; it says which parameters there are.
             * @enum {string}
             */
            module: "fix44" | "dde" | "demo" | "replay";
            /** @description Unique among its kind: letters, digits, spaces, `. _ & # -`. */
            name: string;
            /** @description Are its news used? */
            news_enabled: boolean;
            /** @description Settings of the module, each key once. */
            params: components["schemas"]["FeedParam"][];
            /** @description The lower goes first where several fit. */
            priority: number;
            /** @description Are its quotes used? */
            quotes_enabled: boolean;
            /** @description Wait between two tries. In seconds. */
            reconnect_sec: number;
            /** @description Wait after many failures. In seconds. */
            rest_sec: number;
            /** @description `host:port` of the provider. */
            server: string;
            /** @description Masks in order; `!` excludes, the last that fits decides. */
            symbols: string[];
            /** @description How long the provider may take to answer. In seconds. */
            timeout_sec: number;
            /** @description Names at the provider and markups, by symbol. */
            translates: components["schemas"]["FeedTranslate"][];
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        DatafeedCreate: {
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Shall it connect? */
            enabled?: boolean;
            /** @description Failures in a row before a long wait. */
            failures_before_rest?: number;
            /** @description User name of the second connection. */
            gateway_login?: string;
            /** @description Held sealed, never shown; `********` keeps it. */
            gateway_password?: string;
            /** @description Second connection of a module; not read by any yet. */
            gateway_server?: string;
            /** @description Without data for so long it connects anew. In seconds. */
            idle_timeout_sec?: number;
            /** @description Are digits and sizes taken from the provider? */
            import_symbol_settings?: boolean;
            /** @description User name at the provider. */
            login?: string;
            /**
             * @description Kind of connection; it says which parameters there are.
             * @enum {string}
             */
            module: "fix44" | "dde" | "demo" | "replay";
            /** @description Unique among its kind: letters, digits, spaces, `. _ & # -`. */
            name: string;
            /** @description Are its news used? */
            news_enabled?: boolean;
            /** @description Settings of the module, each key once. */
            params?: components["schemas"]["FeedParamBody"][];
            /** @description Password at the provider; held sealed, never shown; `********` keeps it. */
            password?: string;
            /** @description The lower goes first where several fit. */
            priority?: number;
            /** @description Are its quotes used? */
            quotes_enabled?: boolean;
            /** @description Wait between two tries. In seconds. */
            reconnect_sec?: number;
            /** @description Wait after many failures. In seconds. */
            rest_sec?: number;
            /** @description `host:port` of the provider. */
            server: string;
            /** @description Masks in order; `!` excludes, the last that fits decides. */
            symbols?: string[];
            /** @description How long the provider may take to answer. In seconds. */
            timeout_sec?: number;
            /** @description Names at the provider and markups, by symbol. */
            translates?: components["schemas"]["FeedTranslateInput"][];
        };
        DatafeedPatch: {
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Shall it connect? */
            enabled?: boolean;
            /** @description Failures in a row before a long wait. */
            failures_before_rest?: number;
            /** @description User name of the second connection. */
            gateway_login?: string;
            /** @description Held sealed, never shown; `********` keeps it. */
            gateway_password?: string;
            /** @description Second connection of a module; not read by any yet. */
            gateway_server?: string;
            /** @description Without data for so long it connects anew. In seconds. */
            idle_timeout_sec?: number;
            /** @description Are digits and sizes taken from the provider? */
            import_symbol_settings?: boolean;
            /** @description User name at the provider. */
            login?: string;
            /**
             * @description Kind of connection; it says which parameters there are.
             * @enum {string}
             */
            module?: "fix44" | "dde" | "demo" | "replay";
            /** @description Unique among its kind: letters, digits, spaces, `. _ & # -`. */
            name?: string;
            /** @description Are its news used? */
            news_enabled?: boolean;
            /** @description Settings of the module, each key once. */
            params?: components["schemas"]["FeedParamBody"][];
            /** @description Password at the provider; held sealed, never shown; `********` keeps it. */
            password?: string;
            /** @description The lower goes first where several fit. */
            priority?: number;
            /** @description Are its quotes used? */
            quotes_enabled?: boolean;
            /** @description Wait between two tries. In seconds. */
            reconnect_sec?: number;
            /** @description Wait after many failures. In seconds. */
            rest_sec?: number;
            /** @description `host:port` of the provider. */
            server?: string;
            /** @description Masks in order; `!` excludes, the last that fits decides. */
            symbols?: string[];
            /** @description How long the provider may take to answer. In seconds. */
            timeout_sec?: number;
            /** @description Names at the provider and markups, by symbol. */
            translates?: components["schemas"]["FeedTranslateInput"][];
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        DatafeedStatus: {
            /** @description Times that it connected. */
            connects: number;
            /** @description Id of the datafeed. */
            datafeed_id: number;
            /** @description Ticks refused, all together. */
            dropped: number;
            /** @description Ticks refused, by reason. */
            dropped_by: components["schemas"]["DroppedTicks"];
            /** @description Failures in a row. */
            failures: number;
            /** @description Input that made no sense. */
            faults: number;
            /** @description Symbols that it serves. */
            instruments: number;
            /** @description Symbol and reason of the newest refused tick; empty = none. */
            last_drop: string;
            /** @description Why it failed last; empty = it did not. */
            last_error: string;
            /** @description When the newest tick came; null = none yet. RFC 3339, UTC. */
            last_tick: string | null;
            /**
             * @description What it is doing. While it is not `online`, `last_error` says why; an enabled one tries again by itself.
             * @enum {string}
             */
            state: "disabled" | "stopped" | "connecting" | "online" | "waiting" | "resting" | "finished";
            /** @description Did it have to wait lately, because it sends more than is read? */
            throttled: boolean;
            /** @description Ticks that it took. */
            ticks: number;
        };
        DaySums: {
            /** @description Commission paid to agents of the current trading day. In the deposit currency of the account. */
            daily_agent: components["schemas"]["Decimal"];
            /** @description Bonuses of the current trading day. In the deposit currency of the account. */
            daily_bonuses: components["schemas"]["Decimal"];
            /** @description Other charges of the current trading day. In the deposit currency of the account. */
            daily_charges: components["schemas"]["Decimal"];
            /** @description Commission charged at once of the current trading day. In the deposit currency of the account. */
            daily_commission_instant: components["schemas"]["Decimal"];
            /** @description Commission by turnover of the current trading day. In the deposit currency of the account. */
            daily_commission_turnover: components["schemas"]["Decimal"];
            /** @description Compensations of negative balances of the current trading day. In the deposit currency of the account. */
            daily_compensation: components["schemas"]["Decimal"];
            /** @description Corrections of the current trading day. In the deposit currency of the account. */
            daily_corrections: components["schemas"]["Decimal"];
            /** @description Credit given and taken back of the current trading day. In the deposit currency of the account. */
            daily_credit: components["schemas"]["Decimal"];
            /** @description Deposits of the current trading day. In the deposit currency of the account. */
            daily_deposits: components["schemas"]["Decimal"];
            /** @description Dividends of the current trading day. In the deposit currency of the account. */
            daily_dividends: components["schemas"]["Decimal"];
            /** @description Fees of the current trading day. In the deposit currency of the account. */
            daily_fee: components["schemas"]["Decimal"];
            /** @description Interest of the current trading day. In the deposit currency of the account. */
            daily_interest: components["schemas"]["Decimal"];
            /** @description Realised results of the current trading day. In the deposit currency of the account. */
            daily_profit: components["schemas"]["Decimal"];
            /** @description Swaps of the current trading day. In the deposit currency of the account. */
            daily_swap: components["schemas"]["Decimal"];
            /** @description Taxes of the current trading day. In the deposit currency of the account. */
            daily_taxes: components["schemas"]["Decimal"];
            /** @description Withdrawals of the current trading day. In the deposit currency of the account. */
            daily_withdrawals: components["schemas"]["Decimal"];
        };
        Deal: {
            /**
             * @description Bought, sold, or the kind of money operation.
             * @enum {string}
             */
            action: "buy" | "sell" | "balance" | "charge" | "correction" | "commission" | "commission_daily" | "commission_monthly" | "agent" | "agent_daily" | "agent_monthly" | "interest" | "swap" | "dividend" | "dividend_franked" | "tax" | "transfer" | "so_compensation" | "credit" | "bonus" | "so_compensation_credit" | "buy_canceled" | "sell_canceled";
            /** @description Text of the user for the record. */
            comment: string;
            /** @description Commission charged; below zero where the account paid. In the deposit currency of the account. */
            commission: components["schemas"]["Decimal"];
            /** @description Units of the base asset in one lot. In units of the base asset. */
            contract_size: components["schemas"]["Decimal"];
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string | null;
            /** @description Decimals of amounts in the deposit currency. */
            currency_digits: number;
            /** @description Login of the dealer; 0 = none. */
            dealer: number;
            /** @description Decimals of the prices of the symbol. */
            digits: number;
            /**
             * @description Opens, closes, reverses, closes by another; none for money.
             * @enum {string}
             */
            entry: "in" | "out" | "inout" | "out_by" | "none";
            /** @description Id that the provider gave; empty = none. */
            external_id: string;
            /** @description Fee charged; below zero where the account paid. In the deposit currency of the account. */
            fee: components["schemas"]["Decimal"];
            /** @description Id of the gateway that executed it; 0 = none. */
            gateway_id: number;
            /** @description Id of the deal. */
            id: number;
            /** @description Number of the account. */
            login: number;
            /** @description Ask at the moment of the deal; null = none. A price of the symbol. */
            market_ask: components["schemas"]["Decimal"] | null;
            /** @description Bid at the moment of the deal; null = none. A price of the symbol. */
            market_bid: components["schemas"]["Decimal"] | null;
            /** @description Id of the order; 0 = a money operation. */
            order_id: number;
            /** @description Id of the position; 0 = a money operation. */
            position_id: number;
            /** @description Price of the execution; null = a money operation. A price of the symbol. */
            price: components["schemas"]["Decimal"] | null;
            /** @description Price at the provider; null = none. A price of the symbol. */
            price_gateway: components["schemas"]["Decimal"] | null;
            /** @description Opening price of what was closed; null = nothing. A price of the symbol. */
            price_position: components["schemas"]["Decimal"] | null;
            /** @description Result of what was closed, or the amount of a money operation. In the deposit currency of the account. */
            profit: components["schemas"]["Decimal"];
            /** @description Decimals of the profit currency. */
            profit_digits: number;
            /** @description Result before its conversion. In the smallest unit of the profit currency. */
            profit_raw: number;
            /** @description From the margin currency into the deposit currency; 0 = not known. A rate of exchange. */
            rate_margin: components["schemas"]["Decimal"];
            /** @description From the profit currency into the deposit currency; 0 = not known. A rate of exchange. */
            rate_profit: components["schemas"]["Decimal"];
            /**
             * @description What caused it: a terminal, a dealer, a stop, the end of a day.
             * @enum {string}
             */
            reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl: components["schemas"]["Decimal"] | null;
            /** @description Swaps for positions kept overnight. In the deposit currency of the account. */
            swap: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Smallest step of the price; 0 = one point. A price of the symbol. */
            tick_size: components["schemas"]["Decimal"];
            /** @description Value of a tick of one lot. In the profit currency. */
            tick_value: components["schemas"]["Decimal"];
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp: components["schemas"]["Decimal"] | null;
            /** @description Value of the deal. In the deposit currency of the account. */
            value: components["schemas"]["Decimal"];
            /** @description Size. In lots. */
            volume: components["schemas"]["Decimal"];
            /** @description Part of the volume that closed a position. In lots. */
            volume_closed: components["schemas"]["Decimal"];
        };
        DealBustBody: {
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
        };
        DealBusted: {
            /** @description The deal, the correction of its money, and deals that join positions. */
            deal_ids: number[];
            /** @description Number of the account. */
            login: number;
            /** @description Id of the position. */
            position_id: number;
            /** @description Was it taken back by an earlier request? */
            repeated: boolean;
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /** @description Number of the event in the log, as text: it may exceed 2^53. */
            seq: string;
            /** @description Size of the deal. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        DealCause: {
            /** @description Login of the dealer; 0 = none. */
            dealer: number;
            /** @description Login of the dealer who confirmed; 0 = none. */
            decided_by: number;
            /** @description Deal that caused the payment; 0 = none. */
            from_deal: number;
            /** @description Account whose deal caused the payment; 0 = none. */
            from_login: number;
            /** @description Kind of the request. */
            kind: string;
            /** @description When a request that waited came; null = it did not wait. RFC 3339, UTC. */
            received_at: string | null;
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /** @description Result of the request; null = there was none. */
            result: components["schemas"]["DealOutcome"] | null;
            /** @description Client, dealer, server or gateway. */
            source: string;
        };
        DealChange: {
            /** @description What was done to the deal. */
            action: string;
            /** @description Number of the event in the log, as text: it may exceed 2^53. */
            seq: string;
            /** @description When it was changed. RFC 3339, UTC. */
            time: string;
        };
        DealCharge: {
            /** @description Above zero in favour of the account, below zero against it. In the deposit currency of the account. */
            amount: components["schemas"]["Decimal"];
            /** @description Kind of the commission rule. */
            kind: string;
            /** @description Name of the commission rule. */
            rule: string;
        };
        DealerConfirmBody: {
            /** @description Of the answer to a price request. A price of the symbol. */
            ask?: components["schemas"]["Decimal"];
            /** @description Of the answer to a price request. A price of the symbol. */
            bid?: components["schemas"]["Decimal"];
            /** @description Price of the deal; the current one where it is left out. A price of the symbol. */
            price?: components["schemas"]["Decimal"];
            /** @description Lots to execute; all of them where it is left out. In lots. */
            volume?: components["schemas"]["Decimal"];
        };
        DealerDone: {
            /**
             * @description It was executed, and is on disk.
             * @constant
             */
            done: true;
            /** @description Number of the event in the log, as text: it may exceed 2^53. */
            seq: string;
        };
        DealerRejectBody: {
            /** @description The reason for the client. */
            text?: string;
        };
        DealerRequoteBody: {
            /** @description Price at which is bought. A price of the symbol. */
            ask: components["schemas"]["Decimal"];
            /** @description Price at which is sold. A price of the symbol. */
            bid: components["schemas"]["Decimal"];
        };
        DealerReturnBody: Record<string, never>;
        DealersBody: {
            /** @description Logins in the order in which they are asked. */
            dealers: number[];
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        DealerTakeBody: Record<string, never>;
        DealGateway: {
            /** @description Id that the provider gave the execution. */
            execution_id: string;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description What was added to the provider price. A price of the symbol. */
            markup: components["schemas"]["Decimal"];
            /** @description Name of the gateway then. */
            name: string;
            /** @description Id that the provider gave the order. */
            order_id: string;
            /** @description Price at which the provider executed it. A price of the symbol. */
            price: components["schemas"]["Decimal"];
        };
        DealMoney: {
            /** @description After the event. In the deposit currency of the account. */
            balance_after: components["schemas"]["Decimal"];
            /** @description Before the event. In the deposit currency of the account. */
            balance_before: components["schemas"]["Decimal"];
            /** @description After the event. In the deposit currency of the account. */
            credit_after: components["schemas"]["Decimal"];
            /** @description Before the event. In the deposit currency of the account. */
            credit_before: components["schemas"]["Decimal"];
            /** @description After the event. In the deposit currency of the account. */
            equity_after: components["schemas"]["Decimal"];
            /** @description How many times a position may exceed its margin. */
            leverage: number;
            /** @description After the event. In the deposit currency of the account. */
            margin_after: components["schemas"]["Decimal"];
            /** @description Before the event; null = not recorded. In the deposit currency of the account. */
            margin_before: components["schemas"]["Decimal"] | null;
            /** @description After the event. In the deposit currency of the account. */
            margin_free_after: components["schemas"]["Decimal"];
            /** @description Null = not recorded. In the deposit currency of the account. */
            margin_free_before: components["schemas"]["Decimal"] | null;
            /** @description Equity in parts of the margin. In percent. */
            margin_level_after: components["schemas"]["Decimal"];
        };
        DealOutcome: {
            /** @description Result code; `ok` on success. */
            code: string;
            /** @description The outcome in words; empty where there is nothing to say. */
            message: string;
            /** @description Price of the request or the execution. A price of the symbol. */
            price: components["schemas"]["Decimal"] | null;
            /** @description Status of the result. */
            status: string;
            /** @description Size. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        DealPage: {
            /** @description A cursor: rows that came later, from the oldest on; `start` = from the first row on. In an answer: where to go on forward. */
            after?: string;
            /** @description A cursor: rows that came earlier, from the newest on; `end` = from the last row on. In an answer: where to go on backward. */
            before?: string;
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description The rows of the page. */
            items: components["schemas"]["Deal"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match; null = not counted, with a cursor. */
            total: number | null;
        };
        DealQuote: {
            /** @description Price at which is bought. A price of the symbol. */
            ask: components["schemas"]["Decimal"] | null;
            /** @description When the quote came; null = not known. RFC 3339, UTC. */
            at: string | null;
            /** @description Price at which is sold. A price of the symbol. */
            bid: components["schemas"]["Decimal"] | null;
            /** @description Before markups of the group; null = unknown. A price of the symbol. */
            symbol_ask: components["schemas"]["Decimal"] | null;
            /** @description Before markups of the group; null = unknown. A price of the symbol. */
            symbol_bid: components["schemas"]["Decimal"] | null;
        };
        DealRule: {
            /** @description What the rule does with requests. */
            action: string;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Name of the routing rule. */
            name: string;
        };
        /** @description A decimal number as text: digits are not lost to binary fractions. */
        Decimal: string;
        DeleteBody: {
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Only say what would be done? Send false to delete. */
            dry_run?: boolean;
            /** @description Keys of the items. */
            keys: string[];
            /**
             * @description Kind of settings.
             * @enum {string}
             */
            kind: "symbols" | "leverage_profiles" | "groups" | "datafeeds" | "gateways" | "routing" | "holidays" | "reports" | "brands" | "allocations" | "allocation_settings" | "sign_up" | "email_templates" | "mail_servers" | "platform" | "logical_servers";
        };
        DeleteResult: {
            /** @description Number of positions that were deleted. */
            deleted: number;
            /** @description What became of each position, by id. */
            items: components["schemas"]["DeleteResultItem"][];
        };
        DeleteResultInput: {
            /** @description What came of each key. */
            items: components["schemas"]["TransferDeleteItem"][];
        };
        DeleteResultItem: {
            /** @description Code of a refusal by execution; empty = none. */
            error: string;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Number of the account. */
            login: number;
            /**
             * @description Deleted, not found, out of reach, or refused by execution.
             * @enum {string}
             */
            result: "deleted" | "not_found" | "forbidden" | "error";
        };
        DerivedPayment: {
            /** @description Kind of money operation. */
            action: string;
            /** @description Above zero in favour of the account, below zero against it. In the deposit currency of the account. */
            amount: components["schemas"]["Decimal"];
            /** @description Currency of the amount; empty = not named. */
            currency: string;
            /** @description Account that is paid. */
            login: number;
        };
        DroppedTicks: {
            /** @description The ask is below the bid. */
            crossed: number;
            /** @description Older than `quote_max_delay_sec` of the symbol allows. */
            late: number;
            /** @description A price is not positive, or too large. */
            price: number;
            /** @description Outside the quote sessions of the symbol. */
            session: number;
            /** @description Further than `filter_pts` from the last accepted quote. */
            spike: number;
            /** @description The symbol or the datafeed no longer takes quotes. */
            unused: number;
        };
        EmailTemplate: {
            /** @description HTML part with placeholders; empty = the text alone. */
            html: string;
            /** @description Name and language, such as `code.en`. */
            id: string;
            /**
             * @description Language of its texts.
             * @enum {string}
             */
            language: "en" | "de";
            /**
             * @description E-mail that it is for.
             * @enum {string}
             */
            name: "code" | "opened" | "received" | "approved" | "rejected";
            /** @description Subject with placeholders. */
            subject: string;
            /** @description Text part with placeholders. */
            text: string;
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        EmailTemplatePatch: {
            /** @description HTML part with placeholders; empty = the text alone. */
            html?: string;
            /** @description Subject with placeholders. */
            subject?: string;
            /** @description Text part with placeholders. */
            text?: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        EndedOrder: {
            /** @description When the price of a pending order was reached; null = not yet. RFC 3339, UTC. */
            activated_at: string | null;
            /** @description Id of the position closed against it; 0 = none. */
            by_position_id: number;
            /** @description The event that ended the order; null = the order works. */
            cause: components["schemas"]["OrderCause"] | null;
            /** @description Text of the user for the record. */
            comment: string;
            /** @description Units of the base asset in one lot. In units of the base asset. */
            contract_size: components["schemas"]["Decimal"];
            /** @description When the order came. RFC 3339, UTC. */
            created_at: string | null;
            /** @description Decimals of amounts in the deposit currency. */
            currency_digits: number;
            /** @description Login of the dealer; 0 = none. */
            dealer: number;
            /** @description Distance from the price asked for that is still accepted. In points: units of the last digit of the price. */
            deviation_pts: number;
            /** @description Decimals of the prices of the symbol. */
            digits: number;
            /** @description When the order became final; null = it is working. RFC 3339, UTC. */
            done_at: string | null;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id: number;
            /**
             * @description How long the order waits.
             * @enum {string}
             */
            expiration: "gtc" | "day" | "specified" | "specified_day";
            /** @description End of the lifetime; null = none. RFC 3339, UTC. */
            expires_at: string | null;
            /** @description Id that the provider gave; empty = none. */
            external_id: string;
            /**
             * @description What happens to volume that is not filled at once.
             * @enum {string}
             */
            fill: "fok" | "ioc" | "return";
            /** @description Id of the gateway that executed it; 0 = none. */
            gateway_id: number;
            /** @description Id of the order; a position takes the id of the order that opened it. */
            id: number;
            /**
             * @description Kind of the order.
             * @enum {string}
             */
            kind: "market" | "limit" | "stop" | "stop_limit" | "close_by";
            /** @description Number of the account. */
            login: number;
            /** @description Other order of a one-cancels-other pair, which ends when this one begins to fill or ends in any way; 0 = none. */
            oco_order_id: number;
            /** @description Where the request came from. */
            origin: components["schemas"]["TradeOrigin"];
            /** @description Id of the position that it concerns; 0 = none yet. */
            position_id: number;
            /** @description Average price of the fills; null = none. A price of the symbol. */
            price_filled: components["schemas"]["Decimal"] | null;
            /** @description Price at which it waits, or was asked for; null = none. A price of the symbol. */
            price_order: components["schemas"]["Decimal"] | null;
            /** @description Limit price of a stop-limit; null = none. A price of the symbol. */
            price_stop_limit: components["schemas"]["Decimal"] | null;
            /** @description From the margin currency into the deposit currency; 0 = not known. A rate of exchange. */
            rate_margin: components["schemas"]["Decimal"];
            /**
             * @description What caused it: a terminal, a dealer, a stop, the end of a day.
             * @enum {string}
             */
            reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl: components["schemas"]["Decimal"] | null;
            /**
             * @description Where the order stands; filled, canceled, rejected, expired are final.
             * @enum {string}
             */
            state: "started" | "request_add" | "placed" | "partial" | "request_modify" | "request_cancel" | "filled" | "canceled" | "rejected" | "expired";
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp: components["schemas"]["Decimal"] | null;
            /** @description Distance at which the stop loss follows the market; 0 = off. In points: units of the last digit of the price. */
            trail_pts: number;
            /** @description Size that is not filled. In lots. */
            volume_current: components["schemas"]["Decimal"];
            /** @description Size of fills that staff decided not to book; the provider counts them. In lots. */
            volume_declined: components["schemas"]["Decimal"];
            /** @description Size that is filled. In lots. */
            volume_filled: components["schemas"]["Decimal"];
            /** @description Size of fills at the provider that staff decide on. In lots. */
            volume_held: components["schemas"]["Decimal"];
            /** @description Size that was ordered. In lots. */
            volume_initial: components["schemas"]["Decimal"];
        };
        EndedOrderPage: {
            /** @description A cursor: rows that came later, from the oldest on; `start` = from the first row on. In an answer: where to go on forward. */
            after?: string;
            /** @description A cursor: rows that came earlier, from the newest on; `end` = from the last row on. In an answer: where to go on backward. */
            before?: string;
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description The rows of the page. */
            items: components["schemas"]["EndedOrder"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match; null = not counted, with a cursor. */
            total: number | null;
        };
        Envelope: {
            /**
             * @description Result code; `ok` on success.
             * @constant
             */
            code: "ok";
            /** @description What was asked for; null when there is nothing. */
            data: unknown;
            /** @description The outcome in words for people. */
            message: string;
            /** @description `X-Request-Id` of the request, or one of the server. */
            request_id: string;
            /** @description Was it done? */
            success: boolean;
        };
        Explanation: {
            /** @description The request that led to the deal. */
            cause: components["schemas"]["DealCause"];
            /** @description Later events that changed the deal. */
            changes: components["schemas"]["DealChange"][];
            /** @description Amounts of commission rules. */
            charges: components["schemas"]["DealCharge"][];
            /** @description Version of the settings; null = not known. */
            config_version: number | null;
            /** @description The deal itself. */
            deal: components["schemas"]["Deal"];
            /** @description Payments to other accounts that it caused. */
            derived: components["schemas"]["DerivedPayment"][];
            /** @description All deals whose money goes together. */
            event_deals: number[];
            /** @description Where its provider executed it; null = it was executed here. */
            gateway: components["schemas"]["DealGateway"] | null;
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Number of the account. */
            login: number;
            /** @description Money and margin on both sides of the event. */
            money: components["schemas"]["DealMoney"];
            /** @description The order of the deal; null = none. */
            order: components["schemas"]["Order"] | null;
            /** @description The position afterwards; null = none. */
            position: components["schemas"]["Position"] | null;
            /** @description Null = none was. A price of the symbol. */
            price_asked: components["schemas"]["Decimal"] | null;
            /** @description Prices at the moment of the deal; null = none was needed. */
            quote: components["schemas"]["DealQuote"] | null;
            /** @description Routing rule that decided; null = none was needed. */
            rule: components["schemas"]["DealRule"] | null;
            /** @description All of it in sentences to be read out. */
            sentences: string[];
            /** @description Number of the event in the log, as text: it may exceed 2^53. */
            seq: string;
            /** @description When the event happened. RFC 3339, UTC. */
            time: string;
            /** @description Which price reached which level; empty = none. */
            trigger: string;
        };
        ExportBody: {
            /** @description Kinds with keys of items, or null for all. */
            kinds: components["schemas"]["TransferSelection"];
        };
        ExposureRow: {
            /** @description Open volume of buy positions. In lots. */
            buy_volume: components["schemas"]["Decimal"];
            /** @description Bought less sold; negative = more is sold. In lots. */
            net_volume: components["schemas"]["Decimal"];
            /** @description Number of open positions. */
            positions: number;
            /** @description Open volume of sell positions. In lots. */
            sell_volume: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Id of the symbol. */
            symbol_id: number;
        };
        FeedModule: {
            /** @description Certificate of its maker; empty = part of the server. */
            certificate: string;
            /** @description Text for people; the server does not read it. */
            description: string;
            /** @description Its name for people. */
            label: string;
            /** @description Name that records name it by. */
            module: string;
            /** @description Its parameters with the values of a new record. */
            params: components["schemas"]["FeedParam"][];
            /** @description Parameters that need a value while it is enabled. */
            required: string[];
            /** @description Its maker; empty = part of the server. */
            signed_by: string;
        };
        FeedParam: {
            /** @description Name of the parameter in the module. */
            key: string;
            /** @description Its name for people. */
            label: string;
            /** @description Words of the type `enum`. */
            options: string[];
            /** @description Is it held sealed? Its mask sent back keeps the value. */
            sealed: boolean;
            /**
             * @description Type of the value.
             * @enum {string}
             */
            type: "string" | "int" | "float" | "bool" | "enum" | "file" | "time";
            /** @description Its value as text; asterisks stand for a sealed one. */
            value: string;
        };
        FeedParamBody: {
            /** @description Name of the parameter in the module. */
            key: string;
            /** @description Its name for people. */
            label?: unknown;
            /** @description Words of the type `enum`. */
            options?: unknown;
            /** @description Is it held sealed? Its mask sent back keeps the value. */
            sealed?: unknown;
            /** @description Type of the value. */
            type?: unknown;
            /** @description Its value as text; asterisks stand for a sealed one. */
            value: string;
        };
        FeedTranslate: {
            /** @description Added to the ask. In points: units of the last digit of the price. */
            ask_markup_pts: number;
            /** @description Added to the bid. In points: units of the last digit of the price. */
            bid_markup_pts: number;
            /** @description Name at the provider; empty = the same. */
            source: string;
            /** @description Decimals that are kept; null = all. */
            source_digits: number | null;
            /** @description Id of the symbol. */
            symbol_id: number;
        };
        FeedTranslateInput: {
            /** @description Added to the ask. In points: units of the last digit of the price. */
            ask_markup_pts?: number;
            /** @description Added to the bid. In points: units of the last digit of the price. */
            bid_markup_pts?: number;
            /** @description Name at the provider; empty = the same. */
            source?: string;
            /** @description Decimals that are kept; null = all. */
            source_digits?: number | null;
            /** @description Id of the symbol. */
            symbol_id: number;
        };
        FileUpload: {
            /** @description The file, with its name in the form. */
            file: string;
        };
        FirewallRow: {
            /** @description What becomes of packets: `accept`, `drop`, `jump …`; empty = nothing. */
            action: string;
            /** @description Address that it matches; empty = any. */
            address: string;
            /** @description Name of the chain. */
            chain: string;
            /** @description All that it matches and does, in words. */
            expression: string;
            /** @description Kind of packets: `inet`, `ip`, `ip6` … */
            family: string;
            /** @description Where packets come into the chain; empty = from other chains. */
            hook: string;
            /** @description Interface that it matches; empty = any. */
            interface: string;
            /** @description Comment or number of the rule; `policy` of a chain. */
            name: string;
            /** @description Ports that it matches; empty = any. */
            port: string;
            /** @description Protocol that it matches; empty = any. */
            protocol: string;
            /** @description Name of the table. */
            table: string;
        };
        FirewallView: {
            /** @description Are the rules known? */
            available: boolean;
            /** @description The program that listed them: `nft` or `iptables`. */
            backend: string;
            /** @description Name of the machine. */
            host: string;
            /** @description Always: nothing changes rules. */
            read_only: boolean;
            /** @description Why they are not; empty = they are. */
            reason: string;
            /** @description Rules, and policies of chains. */
            rows: components["schemas"]["FirewallRow"][];
            /** @description When the collector saw them. RFC 3339, UTC. */
            sampled_at: string | null;
            /** @description Is that more than 90 seconds ago? */
            stale: boolean;
            /** @description Were rows left out? */
            truncated: boolean;
        };
        Gateway: {
            /** @description Are balances of the provider taken over? */
            allow_import_balances: boolean;
            /** @description How long they are kept; 0 = not. In days. */
            collect_transactions_days: number;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Shall it connect? */
            enabled: boolean;
            /** @description A fill further from the quote is held for staff; 0 = none is. In percent. */
            fill_deviation_max: number;
            /** @description User name of the second connection. */
            gateway_login: string;
            /** @description Second connection of a module; not read by any yet. */
            gateway_server: string;
            /** @description Symbols by group, where they differ. */
            groups: components["schemas"]["GatewayGroup"][];
            /** @description Is one stored? */
            has_gateway_password: boolean;
            /** @description Is a password stored? It is never shown. */
            has_password: boolean;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Are digits and sizes taken from the provider? */
            import_symbol_settings: boolean;
            /** @description User name at the provider. */
            login: string;
            /**
             * @description `Active`: the server dials; `Passive`: the provider dials.
             * @enum {string}
             */
            mode: "Active" | "Passive";
            /**
             * @description Kind of connection; it says which parameters there are.
             * @enum {string}
             */
            module: "fix44";
            /** @description Unique among its kind: letters, digits, spaces, `. _ & # -`. */
            name: string;
            /** @description Settings of the module, each key once. */
            params: components["schemas"]["FeedParam"][];
            /** @description The lower goes first where several fit. */
            priority: number;
            /** @description Are timings of the session recorded? */
            profiling: boolean;
            /** @description Tries of one series. */
            reconnect_attempts: number;
            /** @description Wait between two tries. In seconds. */
            reconnect_sec: number;
            /** @description Wait after a series that never signed in. In seconds. */
            series_pause_sec: number;
            /** @description `host:port` of the provider. */
            server: string;
            /** @description Is the session encrypted whatever the parameters say? */
            ssl: boolean;
            /** @description Masks in order; `!` excludes, the last that fits decides. */
            symbols: string[];
            /** @description How long the provider may take to answer. In seconds. */
            timeout_sec: number;
            /** @description Names at the provider and markups, by symbol. */
            translates: components["schemas"]["FeedTranslate"][];
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        GatewayCreate: {
            /** @description Are balances of the provider taken over? */
            allow_import_balances?: boolean;
            /** @description How long they are kept; 0 = not. In days. */
            collect_transactions_days?: number;
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Shall it connect? */
            enabled?: boolean;
            /** @description A fill further from the quote is held for staff; 0 = none is. In percent. */
            fill_deviation_max?: number;
            /** @description User name of the second connection. */
            gateway_login?: string;
            /** @description Held sealed, never shown; `********` keeps it. */
            gateway_password?: string;
            /** @description Second connection of a module; not read by any yet. */
            gateway_server?: string;
            /** @description Symbols by group, where they differ. */
            groups?: components["schemas"]["GatewayGroupInput"][];
            /** @description Are digits and sizes taken from the provider? */
            import_symbol_settings?: boolean;
            /** @description User name at the provider. */
            login?: string;
            /**
             * @description `Active`: the server dials; `Passive`: the provider dials.
             * @enum {string}
             */
            mode?: "Active" | "Passive";
            /**
             * @description Kind of connection; it says which parameters there are.
             * @enum {string}
             */
            module?: "fix44";
            /** @description Unique among its kind: letters, digits, spaces, `. _ & # -`. */
            name: string;
            /** @description Settings of the module, each key once. */
            params?: components["schemas"]["FeedParamBody"][];
            /** @description Password at the provider; held sealed, never shown; `********` keeps it. */
            password?: string;
            /** @description The lower goes first where several fit. */
            priority?: number;
            /** @description Are timings of the session recorded? */
            profiling?: boolean;
            /** @description Tries of one series. */
            reconnect_attempts?: number;
            /** @description Wait between two tries. In seconds. */
            reconnect_sec?: number;
            /** @description Wait after a series that never signed in. In seconds. */
            series_pause_sec?: number;
            /** @description `host:port` of the provider. */
            server: string;
            /** @description Is the session encrypted whatever the parameters say? */
            ssl?: boolean;
            /** @description Masks in order; `!` excludes, the last that fits decides. */
            symbols?: string[];
            /** @description How long the provider may take to answer. In seconds. */
            timeout_sec?: number;
            /** @description Names at the provider and markups, by symbol. */
            translates?: components["schemas"]["FeedTranslateInput"][];
        };
        GatewayGroup: {
            /** @description Mask of groups. */
            group: string;
            /** @description Masks of their symbols, in order. */
            symbols: string[];
        };
        GatewayGroupInput: {
            /** @description Mask of groups. */
            group: string;
            /** @description Masks of their symbols, in order. */
            symbols?: string[];
        };
        GatewayPatch: {
            /** @description Are balances of the provider taken over? */
            allow_import_balances?: boolean;
            /** @description How long they are kept; 0 = not. In days. */
            collect_transactions_days?: number;
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Shall it connect? */
            enabled?: boolean;
            /** @description A fill further from the quote is held for staff; 0 = none is. In percent. */
            fill_deviation_max?: number;
            /** @description User name of the second connection. */
            gateway_login?: string;
            /** @description Held sealed, never shown; `********` keeps it. */
            gateway_password?: string;
            /** @description Second connection of a module; not read by any yet. */
            gateway_server?: string;
            /** @description Symbols by group, where they differ. */
            groups?: components["schemas"]["GatewayGroupInput"][];
            /** @description Are digits and sizes taken from the provider? */
            import_symbol_settings?: boolean;
            /** @description User name at the provider. */
            login?: string;
            /**
             * @description `Active`: the server dials; `Passive`: the provider dials.
             * @enum {string}
             */
            mode?: "Active" | "Passive";
            /**
             * @description Kind of connection; it says which parameters there are.
             * @enum {string}
             */
            module?: "fix44";
            /** @description Unique among its kind: letters, digits, spaces, `. _ & # -`. */
            name?: string;
            /** @description Settings of the module, each key once. */
            params?: components["schemas"]["FeedParamBody"][];
            /** @description Password at the provider; held sealed, never shown; `********` keeps it. */
            password?: string;
            /** @description The lower goes first where several fit. */
            priority?: number;
            /** @description Are timings of the session recorded? */
            profiling?: boolean;
            /** @description Tries of one series. */
            reconnect_attempts?: number;
            /** @description Wait between two tries. In seconds. */
            reconnect_sec?: number;
            /** @description Wait after a series that never signed in. In seconds. */
            series_pause_sec?: number;
            /** @description `host:port` of the provider. */
            server?: string;
            /** @description Is the session encrypted whatever the parameters say? */
            ssl?: boolean;
            /** @description Masks in order; `!` excludes, the last that fits decides. */
            symbols?: string[];
            /** @description How long the provider may take to answer. In seconds. */
            timeout_sec?: number;
            /** @description Names at the provider and markups, by symbol. */
            translates?: components["schemas"]["FeedTranslateInput"][];
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        GatewayStatus: {
            /** @description How long ago the session answered. In milliseconds. */
            answer_ms: number;
            /** @description Data received. In bytes. */
            bytes_in: number;
            /** @description Data sent. In bytes. */
            bytes_out: number;
            /** @description Fills reported. */
            fills: number;
            /** @description Id of the gateway. */
            gateway_id: number;
            /** @description Which copy of execution reports. */
            instance: string;
            /** @description Symbols that it serves. */
            instruments: number;
            /** @description Why it failed last; empty = it did not. */
            last_error: string;
            /** @description When it signed in last; null = never. RFC 3339, UTC. */
            last_logon: string | null;
            /** @description How long an answer takes. In milliseconds. */
            latency: number;
            /** @description Times that it signed in. */
            logons: number;
            /** @description Orders sent. */
            orders: number;
            /** @description Messages that wait to be sent. */
            outbox: number;
            /** @description Orders refused by the provider. */
            rejects: number;
            /** @description When the state began; null = not reported. RFC 3339, UTC. */
            since: string | null;
            /** @description Is the session encrypted? */
            ssl: boolean;
            /**
             * @description What it is doing. While it is not `online`, `last_error` says why; an enabled one tries again by itself.
             * @enum {string}
             */
            state: "disabled" | "stopped" | "online";
            /** @description Did it have to wait lately, because it sends more than is read? */
            throttled: boolean;
        };
        GatewayTransaction: {
            /** @description When it was sent or came. */
            at: string;
            /**
             * @description From the provider (in) or to it (out).
             * @enum {string}
             */
            direction: "in" | "out";
            /** @description For the messages before this one. */
            id: string;
            /** @description The fields of the FIX message. */
            message: string;
        };
        GivenBar: {
            /** @description Last chart price. A price of the symbol. */
            close: components["schemas"]["Decimal"];
            /** @description Highest chart price. A price of the symbol. */
            high: components["schemas"]["Decimal"];
            /** @description Lowest chart price. A price of the symbol. */
            low: components["schemas"]["Decimal"];
            /** @description First chart price. A price of the symbol. */
            open: components["schemas"]["Decimal"];
            /** @description Smallest spread; absent = as it was, or 0. In points: units of the last digit of the price. */
            spread?: number;
            /** @description Number of price changes; absent = as it was, or 1. */
            tick_volume?: number;
            /** @description When the minute begins. RFC 3339, UTC. */
            time: string;
        };
        Group: {
            /** @description Rules of commissions and fees. */
            commissions: components["schemas"]["CommissionRule"][];
            /** @description Company that its accounts belong to. */
            company: string;
            /** @description May its accounts sign in? */
            connection_enabled: boolean;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Currency of its accounts; fixed once it has one. */
            currency: string;
            /** @description Decimals of amounts; nothing = by ISO 4217. */
            currency_digits: number;
            /** @description Money that a new demo account gets. In the deposit currency of the account. */
            demo_deposit: components["schemas"]["Decimal"];
            /** @description Idle demo accounts end after it; 0 = never. In days. */
            demo_inactivity_days: number;
            /** @description Where traders pay in; empty = none. */
            deposit_url: string;
            /** @description May pending orders have an end? */
            expiration_enabled: boolean;
            /** @description Must the oldest position be closed first? */
            fifo_close: boolean;
            /**
             * @description Which floating results count for the free margin.
             * @enum {string}
             */
            free_margin_mode: "use_pl" | "not_use" | "profit_only" | "loss_only";
            /** @description Are positions against each other refused? */
            hedge_prohibited: boolean;
            /** @description How far back traders see; 0 = everything. In days. */
            history_days: number;
            /** @description Number of the record; set by the server. */
            id: number;
            /**
             * @description Divides the yearly rate. In days.
             * @enum {integer}
             */
            interest_days: 360 | 365;
            /** @description A year, on the balance. In percent. */
            interest_rate: components["schemas"]["Decimal"];
            /** @description Leverage of accounts without an own one. */
            leverage_default: number;
            /** @description Floating leverage; null = none. */
            leverage_profile_id: number | null;
            /** @description Most pending orders of an account; 0 = none. */
            limit_orders: number;
            /** @description Most positions of an account; 0 = none. */
            limit_positions: number;
            /** @description Most symbols that a terminal watches; 0 = none. */
            limit_symbols: number;
            /** @description May its accounts send and get internal mail? */
            mail_enabled: boolean;
            /** @description Level at which the account is warned. In currency, points or percent, as the mode says. */
            margin_call: components["schemas"]["Decimal"];
            /**
             * @description Hedging: many positions of a symbol; netting: one.
             * @enum {string}
             */
            margin_mode: "hedging" | "netting";
            /**
             * @description No news, headlines, or whole texts.
             * @enum {string}
             */
            news_mode: "none" | "headers" | "full";
            /** @description Must its accounts use one-time codes? */
            otp_required: boolean;
            /** @description Must the first sign-in change it? */
            password_change_first_login: boolean;
            /** @description Least number of characters. */
            password_min_length: number;
            /** @description Folders and name; fixed once the group has an account. */
            path: string;
            /** @description Are profits unusable until the day ends? */
            profit_blocked_till_eod: boolean;
            /** @description Are statements made for its accounts? */
            reports_enabled: boolean;
            /** @description Is a negative balance after a stop-out set to zero? */
            so_compensation: boolean;
            /** @description Does a compensation take the credit away? */
            so_compensation_credit: boolean;
            /** @description Do accounts without margin stop out when equity is negative? */
            so_hedged: boolean;
            /**
             * @description May its accounts trade, only connect, or neither?
             * @enum {string}
             */
            status: "active" | "no_trading" | "no_connection";
            /** @description Level at which positions are closed. In currency, points or percent, as the mode says. */
            stop_out: components["schemas"]["Decimal"];
            /**
             * @description Whole positions, or as much as is needed?
             * @enum {string}
             */
            stopout_close: "whole" | "partial";
            /**
             * @description Are the two levels in percent of margin or in money?
             * @enum {string}
             */
            stopout_mode: "percent" | "money";
            /** @description Where traders get help; empty = none. */
            support_url: string;
            /** @description Are swaps charged? */
            swaps_enabled: boolean;
            /** @description Offered symbols; the first row that fits decides. */
            symbols: components["schemas"]["GroupSymbol"][];
            /** @description Kinds of terminals that its accounts may use. */
            terminals: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
            /** @description May its accounts trade? */
            trading_enabled: boolean;
            /**
             * @description Between which accounts traders may move money; stored only.
             * @enum {string}
             */
            transfer_mode: "none" | "same_name" | "same_group" | "both";
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Where traders ask for money; empty = none. */
            withdraw_url: string;
        };
        GroupBalanceBody: {
            /**
             * @description Kind of the money operation.
             * @enum {string}
             */
            action: "balance" | "credit" | "charge" | "correction" | "bonus" | "commission" | "so_compensation" | "dividend" | "dividend_franked" | "tax" | "interest" | "swap" | "agent" | "agent_daily" | "agent_monthly";
            /** @description Accounts up to this login are left out; `next_after` of an answer. */
            after?: number;
            /** @description What is paid in to each account, or out below zero. In the deposit currency of the account. */
            amount: components["schemas"]["Decimal"];
            /** @description Text of the user for the record. */
            comment?: string;
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Only count the accounts? */
            dry_run?: boolean;
            /** @description A list of masks of groups, all of one currency. */
            group: string;
            /** @description Most rows of a page. */
            limit?: number;
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /** @description May it take more than the free margin? */
            skip_margin_check?: boolean;
        };
        GroupBalanceResult: {
            /** @description Payments by login. */
            items: components["schemas"]["PaymentResult"][];
            /** @description `after` of the request that goes on; null = all were asked. */
            next_after: number | null;
            /** @description How many accounts there are behind `after`. */
            total: number;
        };
        GroupCreate: {
            /** @description Rules of commissions and fees. */
            commissions?: components["schemas"]["CommissionRuleInput"][];
            /** @description Company that its accounts belong to. */
            company?: string;
            /** @description May its accounts sign in? */
            connection_enabled?: boolean;
            /** @description Currency of its accounts; fixed once it has one. */
            currency: string;
            /** @description Decimals of amounts; nothing = by ISO 4217. */
            currency_digits?: number;
            /** @description Money that a new demo account gets. In the deposit currency of the account. */
            demo_deposit?: components["schemas"]["Decimal"];
            /** @description Idle demo accounts end after it; 0 = never. In days. */
            demo_inactivity_days?: number;
            /** @description Where traders pay in; empty = none. */
            deposit_url?: string;
            /** @description May pending orders have an end? */
            expiration_enabled?: boolean;
            /** @description Must the oldest position be closed first? */
            fifo_close?: boolean;
            /**
             * @description Which floating results count for the free margin.
             * @enum {string}
             */
            free_margin_mode?: "use_pl" | "not_use" | "profit_only" | "loss_only";
            /** @description Are positions against each other refused? */
            hedge_prohibited?: boolean;
            /** @description How far back traders see; 0 = everything. In days. */
            history_days?: number;
            /**
             * @description Divides the yearly rate. In days.
             * @enum {integer}
             */
            interest_days?: 360 | 365;
            /** @description A year, on the balance. In percent. */
            interest_rate?: components["schemas"]["Decimal"];
            /** @description Leverage of accounts without an own one. */
            leverage_default?: number;
            /** @description Floating leverage; null = none. */
            leverage_profile_id?: number | null;
            /** @description Most pending orders of an account; 0 = none. */
            limit_orders?: number;
            /** @description Most positions of an account; 0 = none. */
            limit_positions?: number;
            /** @description Most symbols that a terminal watches; 0 = none. */
            limit_symbols?: number;
            /** @description May its accounts send and get internal mail? */
            mail_enabled?: boolean;
            /** @description Level at which the account is warned. In currency, points or percent, as the mode says. */
            margin_call?: components["schemas"]["Decimal"];
            /**
             * @description Hedging: many positions of a symbol; netting: one.
             * @enum {string}
             */
            margin_mode?: "hedging" | "netting";
            /**
             * @description No news, headlines, or whole texts.
             * @enum {string}
             */
            news_mode?: "none" | "headers" | "full";
            /** @description Must its accounts use one-time codes? */
            otp_required?: boolean;
            /** @description Must the first sign-in change it? */
            password_change_first_login?: boolean;
            /** @description Least number of characters. */
            password_min_length?: number;
            /** @description Folders and name; fixed once the group has an account. */
            path: string;
            /** @description Are profits unusable until the day ends? */
            profit_blocked_till_eod?: boolean;
            /** @description Are statements made for its accounts? */
            reports_enabled?: boolean;
            /** @description Is a negative balance after a stop-out set to zero? */
            so_compensation?: boolean;
            /** @description Does a compensation take the credit away? */
            so_compensation_credit?: boolean;
            /** @description Do accounts without margin stop out when equity is negative? */
            so_hedged?: boolean;
            /** @description Level at which positions are closed. In currency, points or percent, as the mode says. */
            stop_out?: components["schemas"]["Decimal"];
            /**
             * @description Whole positions, or as much as is needed?
             * @enum {string}
             */
            stopout_close?: "whole" | "partial";
            /**
             * @description Are the two levels in percent of margin or in money?
             * @enum {string}
             */
            stopout_mode?: "percent" | "money";
            /** @description Where traders get help; empty = none. */
            support_url?: string;
            /** @description Are swaps charged? */
            swaps_enabled?: boolean;
            /** @description Offered symbols; the first row that fits decides. */
            symbols?: components["schemas"]["GroupSymbolInput"][];
            /** @description Kinds of terminals that its accounts may use. */
            terminals?: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
            /** @description May its accounts trade? */
            trading_enabled?: boolean;
            /**
             * @description Between which accounts traders may move money; stored only.
             * @enum {string}
             */
            transfer_mode?: "none" | "same_name" | "same_group" | "both";
            /** @description Where traders ask for money; empty = none. */
            withdraw_url?: string;
        };
        GroupPatch: {
            /** @description Rules of commissions and fees. */
            commissions?: components["schemas"]["CommissionRuleInput"][];
            /** @description Company that its accounts belong to. */
            company?: string;
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description May its accounts sign in? */
            connection_enabled?: boolean;
            /** @description Currency of its accounts; fixed once it has one. */
            currency?: string;
            /** @description Decimals of amounts; nothing = by ISO 4217. */
            currency_digits?: number;
            /** @description Money that a new demo account gets. In the deposit currency of the account. */
            demo_deposit?: components["schemas"]["Decimal"];
            /** @description Idle demo accounts end after it; 0 = never. In days. */
            demo_inactivity_days?: number;
            /** @description Where traders pay in; empty = none. */
            deposit_url?: string;
            /** @description May pending orders have an end? */
            expiration_enabled?: boolean;
            /** @description Must the oldest position be closed first? */
            fifo_close?: boolean;
            /**
             * @description Which floating results count for the free margin.
             * @enum {string}
             */
            free_margin_mode?: "use_pl" | "not_use" | "profit_only" | "loss_only";
            /** @description Are positions against each other refused? */
            hedge_prohibited?: boolean;
            /** @description How far back traders see; 0 = everything. In days. */
            history_days?: number;
            /**
             * @description Divides the yearly rate. In days.
             * @enum {integer}
             */
            interest_days?: 360 | 365;
            /** @description A year, on the balance. In percent. */
            interest_rate?: components["schemas"]["Decimal"];
            /** @description Leverage of accounts without an own one. */
            leverage_default?: number;
            /** @description Floating leverage; null = none. */
            leverage_profile_id?: number | null;
            /** @description Most pending orders of an account; 0 = none. */
            limit_orders?: number;
            /** @description Most positions of an account; 0 = none. */
            limit_positions?: number;
            /** @description Most symbols that a terminal watches; 0 = none. */
            limit_symbols?: number;
            /** @description May its accounts send and get internal mail? */
            mail_enabled?: boolean;
            /** @description Level at which the account is warned. In currency, points or percent, as the mode says. */
            margin_call?: components["schemas"]["Decimal"];
            /**
             * @description Hedging: many positions of a symbol; netting: one.
             * @enum {string}
             */
            margin_mode?: "hedging" | "netting";
            /**
             * @description No news, headlines, or whole texts.
             * @enum {string}
             */
            news_mode?: "none" | "headers" | "full";
            /** @description Must its accounts use one-time codes? */
            otp_required?: boolean;
            /** @description Must the first sign-in change it? */
            password_change_first_login?: boolean;
            /** @description Least number of characters. */
            password_min_length?: number;
            /** @description Folders and name; fixed once the group has an account. */
            path?: string;
            /** @description Are profits unusable until the day ends? */
            profit_blocked_till_eod?: boolean;
            /** @description Are statements made for its accounts? */
            reports_enabled?: boolean;
            /** @description Is a negative balance after a stop-out set to zero? */
            so_compensation?: boolean;
            /** @description Does a compensation take the credit away? */
            so_compensation_credit?: boolean;
            /** @description Do accounts without margin stop out when equity is negative? */
            so_hedged?: boolean;
            /** @description Level at which positions are closed. In currency, points or percent, as the mode says. */
            stop_out?: components["schemas"]["Decimal"];
            /**
             * @description Whole positions, or as much as is needed?
             * @enum {string}
             */
            stopout_close?: "whole" | "partial";
            /**
             * @description Are the two levels in percent of margin or in money?
             * @enum {string}
             */
            stopout_mode?: "percent" | "money";
            /** @description Where traders get help; empty = none. */
            support_url?: string;
            /** @description Are swaps charged? */
            swaps_enabled?: boolean;
            /** @description Offered symbols; the first row that fits decides. */
            symbols?: components["schemas"]["GroupSymbolInput"][];
            /** @description Kinds of terminals that its accounts may use. */
            terminals?: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
            /** @description May its accounts trade? */
            trading_enabled?: boolean;
            /**
             * @description Between which accounts traders may move money; stored only.
             * @enum {string}
             */
            transfer_mode?: "none" | "same_name" | "same_group" | "both";
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Where traders ask for money; empty = none. */
            withdraw_url?: string;
        };
        GroupSymbol: {
            /** @description On request, instantly, at market or at an exchange. */
            execution_mode: ("request" | "instant" | "market" | "exchange") | null;
            /** @description Lifetimes allowed for pending orders. */
            expiration_flags: ("gtc" | "day" | "specified" | "specified_day")[] | null;
            /** @description Policies allowed for market orders. */
            fill_flags: ("fok" | "ioc")[] | null;
            /** @description Nearer to the price nothing can be changed. In points: units of the last digit of the price. */
            freeze_level: number | null;
            /** @description Whether orders and stops outlive the trading day. */
            gtc_mode: ("gtc" | "daily" | "daily_no_stops") | null;
            /** @description Is the margin of the larger side charged when hedged? */
            hedged_larger_leg: boolean | null;
            /** @description Is margin checked again when it is executed? */
            margin_check_process: boolean | null;
            /** @description Does a stop stay where the margin does not allow its trade? */
            margin_check_sltp: boolean | null;
            /** @description Contract size of a covered lot, or money where initial margin is set. */
            margin_hedged: components["schemas"]["Decimal"] | null;
            /** @description Money for a lot; 0 = by formula. In the margin currency. */
            margin_initial: components["schemas"]["Decimal"] | null;
            /** @description Money for a lot held; 0 = as initial. In the margin currency. */
            margin_maintenance: components["schemas"]["Decimal"] | null;
            /** @description Factors of the margin by side and kind of order. */
            margin_rates: components["schemas"]["MarginRate"][] | null;
            /** @description Are margin rates of positions renewed at the end of a day? */
            margin_recalc_rates: boolean | null;
            /** @description Symbols of the row: names or paths, `*` and `!` allowed. */
            mask: string;
            /** @description Kinds of orders, and stops, that are allowed. */
            order_flags: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[] | null;
            /** @description Place among the rows, from 1 on. */
            position?: number;
            /** @description Widens the spread of the symbol. In points: units of the last digit of the price. */
            spread_diff: number;
            /** @description Part of the markup taken from the bid. In points: units of the last digit of the price. */
            spread_diff_bid: number;
            /** @description Least distance of stops and orders from the price. In points: units of the last digit of the price. */
            stops_level: number | null;
            /** @description Divides yearly percents. In days. */
            swap_days_in_year: number | null;
            /** @description Does a holiday pay no swap, and the day before for it? */
            swap_holidays: boolean | null;
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_long: components["schemas"]["Decimal"] | null;
            /** @description How swaps are counted. */
            swap_mode: ("disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid") | null;
            /** @description How often each night counts, Sunday first; null = by the triple day. */
            swap_multipliers: (components["schemas"]["Decimal"][] | null) | null;
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_short: components["schemas"]["Decimal"] | null;
            /** @description Weekday whose night counts three times. */
            swap_triple_day: ("none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday") | null;
            /** @description What may be done: nothing, buy, sell, close, or everything. */
            trade_access: ("disabled" | "long_only" | "short_only" | "close_only" | "full") | null;
            /** @description Most in one direction, orders included; 0 = none. In lots. */
            volume_limit: components["schemas"]["Decimal"] | null;
            /** @description Largest size of a trade. In lots. */
            volume_max: components["schemas"]["Decimal"] | null;
            /** @description Smallest size of a trade. In lots. */
            volume_min: components["schemas"]["Decimal"] | null;
            /** @description Sizes are multiples of it. In lots. */
            volume_step: components["schemas"]["Decimal"] | null;
        };
        GroupSymbolInput: {
            /** @description On request, instantly, at market or at an exchange. */
            execution_mode?: ("request" | "instant" | "market" | "exchange") | null;
            /** @description Lifetimes allowed for pending orders. */
            expiration_flags?: ("gtc" | "day" | "specified" | "specified_day")[] | null;
            /** @description Policies allowed for market orders. */
            fill_flags?: ("fok" | "ioc")[] | null;
            /** @description Nearer to the price nothing can be changed. In points: units of the last digit of the price. */
            freeze_level?: number | null;
            /** @description Whether orders and stops outlive the trading day. */
            gtc_mode?: ("gtc" | "daily" | "daily_no_stops") | null;
            /** @description Is the margin of the larger side charged when hedged? */
            hedged_larger_leg?: boolean | null;
            /** @description Is margin checked again when it is executed? */
            margin_check_process?: boolean | null;
            /** @description Does a stop stay where the margin does not allow its trade? */
            margin_check_sltp?: boolean | null;
            /** @description Contract size of a covered lot, or money where initial margin is set. */
            margin_hedged?: components["schemas"]["Decimal"] | null;
            /** @description Money for a lot; 0 = by formula. In the margin currency. */
            margin_initial?: components["schemas"]["Decimal"] | null;
            /** @description Money for a lot held; 0 = as initial. In the margin currency. */
            margin_maintenance?: components["schemas"]["Decimal"] | null;
            /** @description Factors of the margin by side and kind of order. */
            margin_rates?: components["schemas"]["MarginRateInput"][] | null;
            /** @description Are margin rates of positions renewed at the end of a day? */
            margin_recalc_rates?: boolean | null;
            /** @description Symbols of the row: names or paths, `*` and `!` allowed. */
            mask: string;
            /** @description Kinds of orders, and stops, that are allowed. */
            order_flags?: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[] | null;
            /** @description Place among the rows, from 1 on. */
            position?: number;
            /** @description Widens the spread of the symbol. In points: units of the last digit of the price. */
            spread_diff?: number;
            /** @description Part of the markup taken from the bid. In points: units of the last digit of the price. */
            spread_diff_bid?: number;
            /** @description Least distance of stops and orders from the price. In points: units of the last digit of the price. */
            stops_level?: number | null;
            /** @description Divides yearly percents. In days. */
            swap_days_in_year?: number | null;
            /** @description Does a holiday pay no swap, and the day before for it? */
            swap_holidays?: boolean | null;
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_long?: components["schemas"]["Decimal"] | null;
            /** @description How swaps are counted. */
            swap_mode?: ("disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid") | null;
            /** @description How often each night counts, Sunday first; null = by the triple day. */
            swap_multipliers?: (components["schemas"]["Decimal"][] | null) | null;
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_short?: components["schemas"]["Decimal"] | null;
            /** @description Weekday whose night counts three times. */
            swap_triple_day?: ("none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday") | null;
            /** @description What may be done: nothing, buy, sell, close, or everything. */
            trade_access?: ("disabled" | "long_only" | "short_only" | "close_only" | "full") | null;
            /** @description Most in one direction, orders included; 0 = none. In lots. */
            volume_limit?: components["schemas"]["Decimal"] | null;
            /** @description Largest size of a trade. In lots. */
            volume_max?: components["schemas"]["Decimal"] | null;
            /** @description Smallest size of a trade. In lots. */
            volume_min?: components["schemas"]["Decimal"] | null;
            /** @description Sizes are multiples of it. In lots. */
            volume_step?: components["schemas"]["Decimal"] | null;
        };
        HeldFillBody: {
            /**
             * @description `book` makes the deal, `bust` leaves it out.
             * @enum {string}
             */
            action: "book" | "bust";
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Id of the execution at the provider, as the journal shows it. */
            execution_id: string;
            /** @description Id of the working order. */
            order_id: number;
        };
        HeldFillDecided: {
            /** @description The deal of a fill that was booked. */
            deal_ids: number[];
            /** @description Number of the account. */
            login: number;
            /** @description Id of the order. */
            order_id: number;
            /** @description Was it decided on by an earlier request of the same key? */
            repeated: boolean;
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /** @description Number of the event in the log, as text: it may exceed 2^53. */
            seq: string;
        };
        Holiday: {
            /** @description Day of the month. */
            day: number;
            /** @description Text for people; the server does not read it. */
            description: string;
            /** @description Is the record in use? */
            enabled: boolean;
            /** @description Minute of the day, server clock, at which it starts. In minutes. */
            from_min: number;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Month, 1 to 12. */
            month: number;
            /** @description Place in the order of the list, from 1 on. */
            position: number;
            /** @description Masks of names or paths; `!` excludes. */
            symbols: string[];
            /** @description Minute of the day at which it ends, exclusive. In minutes. */
            to_min: number;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Calendar year; 0 = every year. */
            year: number;
        };
        HolidayCheck: {
            /** @description Does a holiday close the symbol for a part of the day? */
            closed: boolean;
            /** @description The day on the server clock. */
            date: string;
            /** @description The holidays that close it. */
            holidays: components["schemas"]["Holiday"][];
            /** @description Name of the symbol. */
            symbol: string;
        };
        HolidayCreate: {
            /** @description Day of the month. */
            day: number;
            /** @description Text for people; the server does not read it. */
            description?: string;
            /** @description Is the record in use? */
            enabled?: boolean;
            /** @description Minute of the day, server clock, at which it starts. In minutes. */
            from_min?: number;
            /** @description Number of the record; set by the server. */
            id?: number;
            /** @description Month, 1 to 12. */
            month: number;
            /** @description Masks of names or paths; `!` excludes. */
            symbols?: string[];
            /** @description Minute of the day at which it ends, exclusive. In minutes. */
            to_min?: number;
            /** @description Rises with each change; a change names the version last read. */
            version?: number;
            /** @description Calendar year; 0 = every year. */
            year?: number;
        };
        HolidayPatch: {
            /** @description Day of the month. */
            day?: number;
            /** @description Text for people; the server does not read it. */
            description?: string;
            /** @description Is the record in use? */
            enabled?: boolean;
            /** @description Minute of the day, server clock, at which it starts. In minutes. */
            from_min?: number;
            /** @description Month, 1 to 12. */
            month?: number;
            /** @description Masks of names or paths; `!` excludes. */
            symbols?: string[];
            /** @description Minute of the day at which it ends, exclusive. In minutes. */
            to_min?: number;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Calendar year; 0 = every year. */
            year?: number;
        };
        ImportOutcome: {
            /**
             * @description What was done with the record.
             * @enum {string}
             */
            action: "created" | "updated" | "unchanged" | "error";
            /** @description Why it was refused or failed; empty = it was not. */
            error: string;
            /** @description Path of the record. */
            identity: string;
        };
        InputFault: {
            /** @description Words or numbers that it may be. */
            allowed?: (string | number)[];
            /** @description A value that fits. */
            example?: string;
            /** @description Name of the field, its parts separated by dots. */
            field: string;
            /** @description Most value; most length of a text or list. In the unit of the field; of texts and lists a length. */
            max?: number;
            /** @description What is wrong with it. */
            message: string;
            /** @description Least value; least length of a text or list. In the unit of the field; of texts and lists a length. */
            min?: number;
            /** @description Values are multiples of it. In the unit of the field; of texts and lists a length. */
            step?: number;
        };
        InputFaults: {
            /** @description Fields at fault, at most 20. */
            faults: components["schemas"]["InputFault"][];
        };
        JournalChange: {
            /** @description Name of the field; a dot leads into lists and objects. */
            field: string;
            /** @description Its text before; a mask = a secret, or a field that is not shown. */
            from: string;
            /** @description Its text after; a mask = a secret, or a field that is not shown. */
            to: string;
        };
        JournalPage: {
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description Are there older rows that were not counted? */
            has_more: boolean;
            /** @description The rows of the page. */
            items: components["schemas"]["JournalRow"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match. */
            total: number;
        };
        JournalRow: {
            /** @description Login of the staff user; 0 = the server, or one who is not shown. */
            by: number;
            /** @description Changed fields of the record; empty = the line is about no change. */
            changes: components["schemas"]["JournalChange"][];
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Address of the caller; empty = the server, a trade or payment, or hidden. */
            ip: string;
            /**
             * @description What the line is about.
             * @enum {string}
             */
            kind: "auth" | "config" | "account" | "trade" | "system";
            /** @description Account that the line is about; 0 = none. */
            login: number;
            /** @description What was done. */
            text: string;
            /** @description When it was done. RFC 3339, UTC. */
            time: string;
        };
        KickBody: {
            /** @description Account whose sessions end. */
            login: number;
        };
        LedgerCorrectBody: {
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
        };
        LeverageProfile: {
            /** @description Do groups that name it follow it? */
            enabled: boolean;
            /** @description Groups in scope that use it. */
            groups: string[];
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Unique among the profiles. */
            name: string;
            /** @description The first that fits a symbol decides. */
            rules: components["schemas"]["LeverageRule"][];
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        LeverageProfileCreate: {
            /** @description Do groups that name it follow it? */
            enabled?: boolean;
            /** @description Unique among the profiles. */
            name: string;
            /** @description The first that fits a symbol decides. */
            rules?: components["schemas"]["LeverageRuleInput"][];
        };
        LeverageProfilePatch: {
            /** @description Do groups that name it follow it? */
            enabled?: boolean;
            /** @description Unique among the profiles. */
            name?: string;
            /** @description The first that fits a symbol decides. */
            rules?: components["schemas"]["LeverageRuleInput"][];
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        LeverageRule: {
            /** @description Currency of values; empty = the deposit currency. */
            currency: string;
            /** @description Text for people; the server does not read it. */
            description: string;
            /** @description Symbols that it is for: names or paths. */
            mask: string;
            /** @description Name of the rule. */
            name: string;
            /**
             * @description What the tiers measure: lots or value, of all or one symbol.
             * @enum {string}
             */
            range_basis: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
            /** @description Factors by size. */
            tiers: components["schemas"]["LeverageTier"][];
        };
        LeverageRuleInput: {
            /** @description Currency of values; empty = the deposit currency. */
            currency?: string;
            /** @description Text for people; the server does not read it. */
            description?: string;
            /** @description Symbols that it is for: names or paths. */
            mask: string;
            /** @description Name of the rule. */
            name: string;
            /**
             * @description What the tiers measure: lots or value, of all or one symbol.
             * @enum {string}
             */
            range_basis: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
            /** @description Factors by size. */
            tiers: components["schemas"]["LeverageTierInput"][];
        };
        LeverageSwitch: {
            /** @description When they get it; a time that is over is at once. RFC 3339, UTC. */
            at: string;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Masks of group paths; groups are found at the time of the switch. */
            groups: string;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Leverage profile that they have before; null = none. */
            profile_from_id: number | null;
            /** @description Leverage profile that they get; null = none. */
            profile_to_id: number | null;
            /**
             * @description Planned; active until its end; or done.
             * @enum {string}
             */
            status: "planned" | "active" | "done";
            /** @description Ids of the groups that got the profile. */
            switched: number[];
            /** @description When they get the former one back; null = never. RFC 3339, UTC. */
            until: string | null;
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        LeverageSwitchCreate: {
            /** @description When they get it; a time that is over is at once. RFC 3339, UTC. */
            at: string;
            /** @description Masks of group paths; groups are found at the time of the switch. */
            groups: string;
            /** @description Leverage profile that they have before; null = none. */
            profile_from_id: number | null;
            /** @description Leverage profile that they get; null = none. */
            profile_to_id: number | null;
            /** @description When they get the former one back; null = never. RFC 3339, UTC. */
            until?: string | null;
        };
        LeverageSwitchPatch: {
            /** @description When they get it; a time that is over is at once. RFC 3339, UTC. */
            at?: string;
            /** @description Masks of group paths; groups are found at the time of the switch. */
            groups?: string;
            /** @description Leverage profile that they have before; null = none. */
            profile_from_id?: number | null;
            /** @description Leverage profile that they get; null = none. */
            profile_to_id?: number | null;
            /** @description When they get the former one back; null = never. RFC 3339, UTC. */
            until?: string | null;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        LeverageTier: {
            /** @description Factor of the initial margin. */
            initial: components["schemas"]["Decimal"];
            /** @description Factor of the margin held. */
            maintenance: components["schemas"]["Decimal"];
            /** @description Start of the range; the end of the tier before. */
            range_from: components["schemas"]["Decimal"];
            /** @description End of the range in lots or value; 0 = open. */
            range_to: components["schemas"]["Decimal"];
        };
        LeverageTierInput: {
            /** @description Factor of the initial margin. */
            initial: components["schemas"]["Decimal"];
            /** @description Factor of the margin held. */
            maintenance: components["schemas"]["Decimal"];
            /** @description Start of the range; the end of the tier before. */
            range_from?: components["schemas"]["Decimal"];
            /** @description End of the range in lots or value; 0 = open. */
            range_to?: components["schemas"]["Decimal"];
        };
        LicenceCompany: {
            /** @description When a licence issued it first. RFC 3339, UTC. */
            created_at: string;
            /** @description Is it the company of the owner of the server, and no white label? */
            main: boolean;
            /** @description Its name, as groups and brands have it. */
            name: string;
        };
        LicenceEntitlements: {
            /** @description Most accounts that are not archived; 0 = any number. */
            max_accounts: number;
            /** @description Most groups that are no staff groups; 0 = any number. */
            max_groups: number;
        };
        LicenceKeyBody: {
            /** @description Licence key: a compact JWS, at most 8 MiB. */
            key: string;
        };
        LicenceStatus: {
            /** @description When the key was applied; null = no licence. RFC 3339, UTC. */
            applied_at: string | null;
            /** @description Staff login that applied it; 0 = no licence. */
            applied_by: number;
            /** @description Brands that the licence has issued. */
            brands: components["schemas"]["Brand"][];
            /** @description What the licence issues: the main company and white labels. */
            companies: components["schemas"]["LicenceCompany"][];
            /** @description What the licence allows. */
            entitlements: components["schemas"]["LicenceEntitlements"];
            /** @description When the licence ends; null = no licence. RFC 3339, UTC. */
            expires_at: string | null;
            /** @description When the key was made; null = no licence. RFC 3339, UTC. */
            issued_at: string | null;
            /** @description Name of the applied licence; empty = there is none. */
            licence_id: string;
            /** @description Identity of this server, for which keys are made. */
            server_id: string;
            /** @description Accounts outside staff groups that are not archived. */
            used_accounts: number;
            /** @description Groups that are no staff groups. */
            used_groups: number;
            /** @description Is a licence applied that is signed, for this server, and not over? */
            valid: boolean;
            /** @description What is wrong or soon will be, each as a sentence. */
            warnings: string[];
        };
        Link: {
            /** @description Its text. */
            caption: string;
            /** @description 0 = the caption; 1 to 8 = texts of terminals. */
            caption_type: number;
            /** @description Address of the page. */
            url: string;
        };
        LinkInput: {
            /** @description Its text. */
            caption?: string;
            /** @description 0 = the caption; 1 to 8 = texts of terminals. */
            caption_type?: number;
            /** @description Address of the page. */
            url: string;
        };
        LinkSet: {
            /** @description Countries it is for; empty = every one. */
            countries: string[];
            /** @description Text for people; the server does not read it. */
            description: string;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description The links, in order. */
            links: components["schemas"]["Link"][];
            /** @description The lowest comes first. */
            sort: number;
        };
        LinkSetInput: {
            /** @description Countries it is for; empty = every one. */
            countries?: string[];
            /** @description Text for people; the server does not read it. */
            description?: string;
            /** @description Number of the record; set by the server. */
            id?: number;
            /** @description The links, in order. */
            links?: components["schemas"]["LinkInput"][];
            /** @description The lowest comes first. */
            sort?: number;
        };
        LogicalServer: {
            /** @description Whom it admits; of the api server alone. */
            access: components["schemas"]["ServerAccess"] | null;
            /** @description Numbers in use; of the trade server alone. */
            allocations: components["schemas"]["ServerAllocations"] | null;
            /** @description What can be changed of it. */
            capabilities: components["schemas"]["ServerCapabilities"];
            /** @description Lifetime of demo accounts, of the trade server alone; null until it is set. */
            demo: components["schemas"]["ServerDemo"] | null;
            /** @description How it takes prices; of the quote server alone. */
            history: components["schemas"]["ServerHistory"] | null;
            /**
             * @description Name of the logical server.
             * @enum {string}
             */
            id: "trade" | "api" | "quote";
            /** @description Processes that are, or were, the server, of the last 24 hours. */
            instances: components["schemas"]["ServerInstance"][];
            /** @description Number of the logical server. */
            internal_id: number;
            /** @description Of its place, for display; at most 8 decimals. In degrees. */
            latitude: components["schemas"]["Decimal"];
            /** @description Of its place, for display; at most 8 decimals. In degrees. */
            longitude: components["schemas"]["Decimal"];
            /** @description The newest run or the plan; of the trade server alone. */
            maintenance: components["schemas"]["ServerMaintenance"] | null;
            /** @description Interface that its monitor reads; empty = all but loopback. */
            network_adapter: string;
            /** @description Time of the weekly maintenance, HH:MM; empty = none. Of the trade server alone. */
            optimization_time: string | null;
            /**
             * @description Does it serve? `offline`: its instances show no heartbeat.
             * @enum {string}
             */
            readiness: "unknown" | "offline" | "unready" | "ready";
            /** @description Its name for people. */
            title: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        LogicalServerPatch: {
            /** @description Whom it admits; of the api server alone. */
            access?: components["schemas"]["ServerAccessInput"];
            /** @description Lifetime of demo accounts, of the trade server alone; null until it is set. */
            demo?: components["schemas"]["ServerDemoInput"];
            /** @description How it takes prices; of the quote server alone. */
            history?: components["schemas"]["ServerHistoryInput"];
            /** @description Of its place, for display; at most 8 decimals. In degrees. */
            latitude?: components["schemas"]["Decimal"];
            /** @description Of its place, for display; at most 8 decimals. In degrees. */
            longitude?: components["schemas"]["Decimal"];
            /** @description Interface that its monitor reads; empty = all but loopback. */
            network_adapter?: string;
            /** @description Time of the weekly maintenance, HH:MM; empty = none. Of the trade server alone. */
            optimization_time?: string;
            /** @description Its name for people. */
            title?: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        LoginBody: {
            /** @description Shall the session last 30 days in place of 12 hours, and outlive the browser window? Left out = no. */
            keep_signed_in?: boolean;
            /** @description Number of the account. */
            login: number;
            /** @description Six digits; sent after an answer `auth.otp_required`. */
            otp?: string;
            /** @description Master or investor password; `api` has a password of its own. */
            password: string;
            /** @description Staff: `manager` (where left out) or `admin`; traders: `web` (where a browser leaves it out), `android`, `ios`, `desktop`, `api`. `manager`, `admin` and `web` are browsers: they get their tokens in cookies alone. A program names `desktop` or `api`. */
            terminal?: string;
        };
        Mailbox: {
            /** @description Login of the staff user. */
            login: number;
            /** @description Name that traders see. */
            name: string;
        };
        MailDraft: {
            /** @description Text of the message. */
            body?: string;
            /** @description Does it also go out as e-mails? */
            email?: boolean;
            /** @description Id of the draft to replace; 0 = a new one. The path goes before it. */
            id?: number;
            /** @description Id of the copy that it answers; 0 = none. */
            reply_to?: number;
            /** @description Subject in one line. */
            subject?: string;
            /** @description Login of the staff user to whom a trader writes; 0 = none. */
            to?: number;
            /** @description Masks of groups with commas between, whose accounts get it. */
            to_group?: string;
            /** @description Logins that get it, each once. */
            to_logins?: number[];
        };
        MailDraftInfo: {
            /** @description Does it also go out as e-mails? */
            email: boolean;
            /** @description Id of the copy that it answers; 0 = none. */
            reply_to: number;
            /** @description Login of the staff user to whom a trader writes; 0 = none. */
            to: number;
            /** @description Masks of groups with commas between, whose accounts get it. */
            to_group: string;
            /** @description Logins that get it, each once. */
            to_logins: number[];
        };
        MailingCancelled: {
            /** @description E-mails that were given up. */
            cancelled: number;
        };
        MailMessage: {
            /** @description Files of the message. */
            attachments: components["schemas"]["Attachment"][];
            /** @description Text of the message. */
            body: string;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Addressees of a draft; null = it is no draft. */
            draft: components["schemas"]["MailDraftInfo"] | null;
            /**
             * @description Folder of the copy: received, sent or draft.
             * @enum {string}
             */
            folder: "inbox" | "sent" | "draft";
            /** @description Login of the sender. */
            from: number;
            /** @description Name of the sender; the names of traders need `fields.name`. */
            from_name: string;
            /** @description Number of the copy or draft in the mailbox. */
            id: number;
            /** @description UUID of the message, the same in all its copies. */
            message_id: string;
            /** @description Was it read? */
            read: boolean;
            /** @description Addressees as the sender named them. */
            recipients: string;
            /** @description Subject in one line. */
            subject: string;
            /** @description Number of the first message of the thread. */
            thread: number;
            /** @description Messages of the thread in the mailbox. */
            thread_count?: number;
        };
        MailPage: {
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description Has the group of the account mail? Staff always have. */
            enabled: boolean;
            /** @description The rows of the page. */
            items: components["schemas"]["MailMessage"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq?: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match. */
            total: number;
            /** @description Messages that were not read yet. */
            unread: number;
        };
        MailSend: {
            /** @description Files that are sent with it; the files of the draft are sent too. */
            attachments?: components["schemas"]["NewAttachment"][];
            /** @description Text of the message. */
            body?: string;
            /** @description Id of the draft that it is sent from, and that goes with it; 0 = none. */
            draft_id?: number;
            /** @description Does it also go out as e-mails? */
            email?: boolean;
            /** @description Id of the copy that it answers; 0 = none. */
            reply_to?: number;
            /** @description Id of the mail server for e-mails; 0 = the default. */
            server_id?: number;
            /** @description Subject in one line. */
            subject?: string;
            /** @description Masks of groups with commas between, whose accounts get it. */
            to_group?: string;
            /** @description Logins that get it, each once. */
            to_logins?: number[];
        };
        MailSendResult: {
            /** @description Logins that got it. */
            delivered: number;
            /** @description E-mails that go out. */
            emailed: number;
            /** @description The copy of the sender. */
            mail: components["schemas"]["MailMessage"];
            /** @description Addressees that could not get it. */
            skipped: number;
        };
        MailServer: {
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Is the record in use? */
            enabled: boolean;
            /** @description Is a password stored? It is never shown. */
            has_password: boolean;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Do e-mails without a server of their own go out here? */
            is_default: boolean;
            /** @description User name; empty = without signing in. */
            login: string;
            /** @description Unique: letters, digits, spaces, `. _ & # -`. */
            name: string;
            /**
             * @description Plain, upgraded by STARTTLS, or TLS from the start.
             * @enum {string}
             */
            security: "none" | "starttls" | "tls";
            /** @description Address that e-mails come from. */
            sender_email: string;
            /** @description Name that e-mails come from. */
            sender_name: string;
            /** @description `host:port` of the SMTP server. */
            server: string;
            /** @description What it has done so far. */
            stats: components["schemas"]["MailServerStats"];
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        MailServerCreate: {
            /** @description Is the record in use? */
            enabled?: boolean;
            /** @description Do e-mails without a server of their own go out here? */
            is_default?: boolean;
            /** @description User name; empty = without signing in. */
            login?: string;
            /** @description Unique: letters, digits, spaces, `. _ & # -`. */
            name: string;
            /** @description Password of the login; held sealed, never shown; `********` keeps it. */
            password?: string;
            /**
             * @description Plain, upgraded by STARTTLS, or TLS from the start.
             * @enum {string}
             */
            security?: "none" | "starttls" | "tls";
            /** @description Address that e-mails come from. */
            sender_email: string;
            /** @description Name that e-mails come from. */
            sender_name?: string;
            /** @description `host:port` of the SMTP server. */
            server: string;
        };
        MailServerPatch: {
            /** @description Is the record in use? */
            enabled?: boolean;
            /** @description Do e-mails without a server of their own go out here? */
            is_default?: boolean;
            /** @description User name; empty = without signing in. */
            login?: string;
            /** @description Unique: letters, digits, spaces, `. _ & # -`. */
            name?: string;
            /** @description Password of the login; held sealed, never shown; `********` keeps it. */
            password?: string;
            /**
             * @description Plain, upgraded by STARTTLS, or TLS from the start.
             * @enum {string}
             */
            security?: "none" | "starttls" | "tls";
            /** @description Address that e-mails come from. */
            sender_email?: string;
            /** @description Name that e-mails come from. */
            sender_name?: string;
            /** @description `host:port` of the SMTP server. */
            server?: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        MailServerStats: {
            /** @description Average of the sent ones; 0 = none yet. In seconds. */
            avg_send_seconds: number;
            /** @description E-mails given up after every try. */
            errors: number;
            /** @description E-mails that wait or are being sent. */
            queued: number;
            /** @description E-mails that it took. */
            sent: number;
        };
        MailTestBody: {
            /** @description Address that the test goes to. */
            to: string;
        };
        MaintenanceRuns: {
            /** @description Past runs, the newest first. */
            items: components["schemas"]["ServerMaintenance"][];
            /** @description Number of the page. */
            page: number;
            /** @description Past runs that are kept. */
            total: number;
        };
        ManualQuote: {
            /** @description Price at which is bought. A price of the symbol. */
            ask: components["schemas"]["Decimal"];
            /** @description Price at which is sold. A price of the symbol. */
            bid: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
            /** @description When the price was taken over. RFC 3339, UTC. */
            time: string;
        };
        ManualQuoteBody: {
            /** @description Price at which is bought. A price of the symbol. */
            ask: components["schemas"]["Decimal"];
            /** @description Price at which is sold. A price of the symbol. */
            bid: components["schemas"]["Decimal"];
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Price of a trade, for symbols that are valued by it. A price of the symbol. */
            last?: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
        };
        MarginRate: {
            /** @description Factor of the initial margin. */
            initial: components["schemas"]["Decimal"];
            /** @description Factor of the margin held; 0 = as initial. */
            maintenance: components["schemas"]["Decimal"];
            /**
             * @description Kind of order that the factor is for.
             * @enum {string}
             */
            order_kind: "market" | "limit" | "stop" | "stop_limit";
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
        };
        MarginRateInput: {
            /** @description Factor of the initial margin. */
            initial: components["schemas"]["Decimal"];
            /** @description Factor of the margin held; 0 = as initial. */
            maintenance?: components["schemas"]["Decimal"];
            /**
             * @description Kind of order that the factor is for.
             * @enum {string}
             */
            order_kind: "market" | "limit" | "stop" | "stop_limit";
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
        };
        MeView: {
            /** @description When the access token ends; refresh before. RFC 3339, UTC. */
            access_expires_at: string;
            /** @description Browsers send it back in `X-CSRF-Token` with every change. */
            csrf_token: string;
            /** @description When the session ends, however often it is refreshed. RFC 3339, UTC. */
            expires_at: string;
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Masks of the groups that the user may see and change. */
            group_scope: string[];
            /** @description Does the session outlive the browser window? */
            keep_signed_in: boolean;
            /** @description Number of the account. */
            login: number;
            /** @description Only the password can be changed until it is. */
            must_change_password: boolean;
            /** @description Only one-time codes can be set up until they are. */
            must_enrol_otp: boolean;
            /** @description Was it opened with the investor password? */
            read_only: boolean;
            /** @description Names of the rights that the user holds. */
            rights: string[];
            /** @description How the clock of trading days differs from UTC. */
            server_clock: components["schemas"]["ServerClock"];
        };
        Money: {
            /** @description Money of the account without open positions. In the deposit currency of the account. */
            balance: components["schemas"]["Decimal"];
            /** @description Money that cannot be used until the end of the day. In the deposit currency of the account. */
            blocked: components["schemas"]["Decimal"];
            /** @description Time of the prices. RFC 3339, UTC. */
            calculated_at: string | null;
            /** @description Money lent to the account, which it cannot withdraw. In the deposit currency of the account. */
            credit: components["schemas"]["Decimal"];
            /** @description Balance, credit and floating result together. In the deposit currency of the account. */
            equity: components["schemas"]["Decimal"];
            /** @description How many times a position may exceed its margin. */
            leverage: number;
            /** @description Money that positions and orders bind. In the deposit currency of the account. */
            margin: components["schemas"]["Decimal"];
            /** @description Money that new positions can bind. In the deposit currency of the account. */
            margin_free: components["schemas"]["Decimal"];
            /** @description Equity in parts of the margin; 0 = no margin. In percent. */
            margin_level: components["schemas"]["Decimal"];
            /** @description Result of open positions at current prices. In the deposit currency of the account. */
            profit: components["schemas"]["Decimal"];
            /** @description Swaps for positions kept overnight. In the deposit currency of the account. */
            swap: components["schemas"]["Decimal"];
        };
        MonitorHop: {
            /** @description Part of the way of an order; `total` = the whole way. */
            name: string;
            /** @description Half of the orders took no longer. In milliseconds. */
            p50_ms: number | null;
            /** @description Of 100 orders 99 took no longer. In milliseconds. */
            p99_ms: number | null;
        };
        MonitorMinute: {
            /** @description When the minute began. RFC 3339, UTC. */
            at: string;
            /** @description Processor time of all threads; 100 = one processor. In percent. */
            cpu_percent: number | null;
            /** @description Free on the disk of the data folder. In bytes. */
            disk_free_bytes: number | null;
            /** @description Bytes written to disks in a second. */
            disk_written_bytes_per_sec: number | null;
            /** @description Heaps of all threads together. In bytes. */
            heap_bytes: number;
            /** @description What the network adapter has carried. */
            network: components["schemas"]["MonitorNetwork"];
            /** @description Half of the orders took no longer. In milliseconds. */
            order_p50_ms: number | null;
            /** @description Of 100 orders 99 took no longer. In milliseconds. */
            order_p99_ms: number | null;
            /** @description Orders answered in a second. */
            orders_per_sec: number | null;
            /** @description Memory of the process that is resident. In bytes. */
            rss_bytes: number;
            /** @description Open live sockets. */
            sockets: number;
        };
        MonitorNetwork: {
            /** @description Name of the interface; empty = all but loopback. */
            adapter: string;
            /** @description Bytes received in a second. */
            in_bytes_per_sec: number | null;
            /** @description Bytes sent in a second. */
            out_bytes_per_sec: number | null;
            /** @description Why figures are null; empty = none lacks. */
            reason: string;
            /** @description Segments of TCP sent again in a second, of all adapters; null of a single one. */
            retransmissions_per_sec: number | null;
        };
        MonitorSample: {
            /** @description Processor time of all threads; 100 = one processor. In percent. */
            cpu_percent: number | null;
            /** @description Free on the disk of the data folder. In bytes. */
            disk_free_bytes: number | null;
            /** @description Bytes written to disks in a second. */
            disk_written_bytes_per_sec: number | null;
            /** @description Heaps of all threads together. In bytes. */
            heap_bytes: number;
            /** @description Durations of the hops of orders since the sample before. */
            hops: components["schemas"]["MonitorHop"][];
            /** @description What the network adapter has carried. */
            network: components["schemas"]["MonitorNetwork"];
            /** @description Orders answered in a second. */
            orders_per_sec: number | null;
            /** @description Memory of the process that is resident. In bytes. */
            rss_bytes: number;
            /** @description When they were taken. RFC 3339, UTC. */
            sampled_at: string;
            /** @description Open live sockets. */
            sockets: number;
            /** @description What each thread uses. */
            threads: components["schemas"]["MonitorThread"][];
        };
        MonitorThread: {
            /** @description Its processor time; 100 = one processor. In percent. */
            cpu_percent: number | null;
            /** @description Its heap in use. In bytes. */
            heap_bytes: number;
            /** @description How late its newest heartbeat was. In milliseconds. */
            lag_ms: number;
            /** @description Name of the thread. */
            name: string;
            /** @description Questions of the main thread that it has not answered. */
            waiting: number;
        };
        NewAttachment: {
            /** @description Bytes of the file, in base64. */
            content: string;
            /** @description Name of the file; its ending tells its kind. */
            name: string;
        };
        News: {
            /** @description What it is about. */
            headline: string;
            /** @description Rises with each piece of news. */
            id: number;
            /** @description Lines of the text; empty where the group gets headlines alone. */
            text: string;
            /** @description When it came. RFC 3339, UTC. */
            time: string;
        };
        NextLogin: {
            /** @description Number of the account. */
            login: number;
        };
        Notification: {
            /** @description Company of the group of the account when it was sent. */
            company: string;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Number of the notification. */
            id: number;
            /** @description Number of the account. */
            login: number;
            /** @description The text. */
            message: string;
            /** @description Name of who sent it. */
            sender: string;
        };
        NotificationBody: {
            /** @description Logins and ranges of the recipients: `1001, 1005-1010`. */
            logins: string;
            /** @description Text of 1 to 1,024 characters; spaces around it are dropped. */
            message: string;
        };
        NotificationResult: {
            /** @description Result code; `ok` on success. */
            code: string;
            /** @description Number of the notification; 0 = it was not sent. */
            id: number;
            /** @description Number of the account. */
            login: number;
            /** @description The outcome in words; empty where there is nothing to say. */
            message: string;
            /** @description Did the account get it? */
            sent: boolean;
        };
        OfferedSymbol: {
            /**
             * @description How margin and result are counted.
             * @enum {string}
             */
            calc_mode?: "forex" | "forex_no_leverage" | "cfd" | "cfd_leverage" | "cfd_index" | "futures" | "exchange_stocks";
            /** @description Class of the instrument. */
            category?: string;
            /**
             * @description Are bars made of bids or of trades?
             * @enum {string}
             */
            chart_mode?: "bid" | "last";
            /** @description Color in lists. */
            color?: string;
            /** @description Units of the base asset in one lot. In units of the base asset. */
            contract_size?: components["schemas"]["Decimal"];
            /** @description Country of the instrument. */
            country?: string;
            /** @description What is bought and sold. */
            currency_base?: string;
            /** @description What margin is counted in. */
            currency_margin?: string;
            /** @description What prices and results are in. */
            currency_profit?: string;
            /** @description The instrument in words. */
            description?: string;
            /** @description Decimals of the prices. */
            digits?: number;
            /** @description After it positions are closed only; null = none. RFC 3339, UTC. */
            ends_at?: string | null;
            /** @description Where the instrument is listed. */
            exchange?: string;
            /**
             * @description On request, instantly, at market or at an exchange.
             * @enum {string}
             */
            execution_mode?: "request" | "instant" | "market" | "exchange";
            /** @description Lifetimes allowed for pending orders. */
            expiration_flags?: ("gtc" | "day" | "specified" | "specified_day")[];
            /** @description Policies allowed for market orders. */
            fill_flags?: ("fok" | "ioc")[];
            /** @description Further quotes after which a new level is accepted. */
            filter_count?: number;
            /** @description A quote of a datafeed further than this from the last accepted one is held back; 0 = none. In points: units of the last digit of the price. */
            filter_pts?: number;
            /** @description Time in which these quotes must come. In seconds. */
            filter_sec?: number;
            /** @description Nearer to the price nothing can be changed. In points: units of the last digit of the price. */
            freeze_level?: number;
            /**
             * @description Whether orders and stops outlive the trading day.
             * @enum {string}
             */
            gtc_mode?: "gtc" | "daily" | "daily_no_stops";
            /** @description Is the margin of the larger side charged when hedged? */
            hedged_larger_leg?: boolean;
            /** @description Number of the symbol. */
            id?: number;
            /** @description Move against the client that is passed over. In points: units of the last digit of the price. */
            instant_dev_loss_pts?: number;
            /** @description Move in favour of the client that is passed over. In points: units of the last digit of the price. */
            instant_dev_profit_pts?: number;
            /** @description Larger trades are executed on request; 0 = none are. In lots. */
            instant_max_volume?: components["schemas"]["Decimal"];
            /** @description Oldest price that is dealt at; 0 = any that is not better than the market. In seconds. */
            instant_price_age_sec?: number;
            /** @description International number of the security; empty = none. */
            isin?: string;
            /** @description Farthest price of staff from the market, or of corrections from the deals, or move of a quick edit; 0 = only a first one. In points: units of the last digit of the price. */
            manual_quote_pts?: number;
            /** @description Is margin checked again when it is executed? */
            margin_check_process?: boolean;
            /** @description Does a stop stay where the margin does not allow its trade? */
            margin_check_sltp?: boolean;
            /** @description Contract size of a covered lot, or money where initial margin is set. */
            margin_hedged?: components["schemas"]["Decimal"];
            /** @description Money for a lot; 0 = by formula. In the margin currency. */
            margin_initial?: components["schemas"]["Decimal"];
            /** @description Money for a lot held; 0 = as initial. In the margin currency. */
            margin_maintenance?: components["schemas"]["Decimal"];
            /** @description Factors of the margin by side and kind of order. */
            margin_rates?: components["schemas"]["MarginRate"][];
            /** @description Are margin rates of positions renewed at the end of a day? */
            margin_recalc_rates?: boolean;
            /** @description Last part of the path; fixed once it is made. */
            name?: string;
            /** @description Kinds of orders, and stops, that are allowed. */
            order_flags?: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[];
            /** @description Folders and name, joined by backslashes; unique in any letter case. */
            path?: string;
            /**
             * @description Are results converted at the rate of deal or market?
             * @enum {string}
             */
            profit_conversion?: "by_deal" | "by_market";
            /** @description When quotes are taken, on the server clock. */
            quote_sessions?: components["schemas"]["TradingSession"][];
            /** @description How long an offered price stands. In seconds. */
            request_timeout_sec?: number;
            /** @description Fixed spread; 0 = as feeds send it. In points: units of the last digit of the price. */
            spread?: number;
            /** @description Before it positions are closed only; null = none. RFC 3339, UTC. */
            starts_at?: string | null;
            /** @description Least distance of stops and orders from the price. In points: units of the last digit of the price. */
            stops_level?: number;
            /** @description Divides yearly percents. In days. */
            swap_days_in_year?: number;
            /** @description Does a holiday pay no swap, and the day before for it? */
            swap_holidays?: boolean;
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_long?: components["schemas"]["Decimal"];
            /**
             * @description How swaps are counted.
             * @enum {string}
             */
            swap_mode?: "disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid";
            /** @description How often each night counts, Sunday first; null = by the triple day. */
            swap_multipliers?: components["schemas"]["Decimal"][] | null;
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_short?: components["schemas"]["Decimal"];
            /**
             * @description Weekday whose night counts three times.
             * @enum {string}
             */
            swap_triple_day?: "none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
            /** @description Smallest step of the price; 0 = one point. A price of the symbol. */
            tick_size?: components["schemas"]["Decimal"];
            /** @description Value of a tick of one lot; 0 = by the contract size. In the profit currency. */
            tick_value?: components["schemas"]["Decimal"];
            /**
             * @description What may be done: nothing, buy, sell, close, or everything.
             * @enum {string}
             */
            trade_access?: "disabled" | "long_only" | "short_only" | "close_only" | "full";
            /** @description When the symbol trades, on the server clock. */
            trade_sessions?: components["schemas"]["TradingSession"][];
            /** @description Most in one direction, orders included; 0 = none. In lots. */
            volume_limit?: components["schemas"]["Decimal"];
            /** @description Largest size of a trade. In lots. */
            volume_max?: components["schemas"]["Decimal"];
            /** @description Smallest size of a trade. In lots. */
            volume_min?: components["schemas"]["Decimal"];
            /** @description Sizes are multiples of it. In lots. */
            volume_step?: components["schemas"]["Decimal"];
        };
        OnlineRow: {
            /** @description Balance, credit and floating result together. In the deposit currency of the account. */
            equity: components["schemas"]["Decimal"];
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Address of the network that the caller came from. */
            ip: string;
            /** @description Family name of the owner. */
            last_name: string;
            /** @description Number of the account. */
            login: number;
            /** @description First name of the owner, where the caller may see it. */
            name: string;
            /** @description Operating system and terminal, as the client calls itself. */
            os: string;
            /** @description Was it opened with the investor password? */
            read_only: boolean;
            /** @description Id of the session. */
            session: string;
            /** @description When the session was opened. RFC 3339, UTC. */
            since: string;
            /** @description Open live sockets of the session. */
            sockets: number;
            /** @description Is it a session of a staff user? */
            staff: boolean;
            /** @description Terminal of the sign-in: `web`, `desktop`, `api` and others. */
            terminal: string;
        };
        OnlineWindowPage: {
            /** @description Cursor behind the last row; null = there is no row. */
            after: string | null;
            /** @description Is the session of the anchor among the rows? */
            anchor_found: boolean;
            /** @description Cursor before the first row; null = there is no row. */
            before: string | null;
            /** @description Are there rows behind the window? */
            has_after: boolean;
            /** @description Are there rows before the window? */
            has_before: boolean;
            /** @description The rows of the page. */
            items: components["schemas"]["OnlineRow"][];
            /** @description When the window was read. RFC 3339, UTC. */
            observed_at: string;
            /** @description Stays the same as long as cursors hold. */
            query_id: string;
            /** @description Sessions in use that the caller sees. */
            total: number;
        };
        OpenOrder: {
            /** @description When the price of a pending order was reached; null = not yet. RFC 3339, UTC. */
            activated_at: string | null;
            /** @description Id of the position closed against it; 0 = none. */
            by_position_id: number;
            /** @description Text of the user for the record. */
            comment: string;
            /** @description Units of the base asset in one lot. In units of the base asset. */
            contract_size: components["schemas"]["Decimal"];
            /** @description When the order came. RFC 3339, UTC. */
            created_at: string | null;
            /** @description Decimals of amounts in the deposit currency. */
            currency_digits: number;
            /** @description Login of the dealer; 0 = none. */
            dealer: number;
            /** @description Distance from the price asked for that is still accepted. In points: units of the last digit of the price. */
            deviation_pts: number;
            /** @description Decimals of the prices of the symbol. */
            digits: number;
            /** @description When the order became final; null = it is working. RFC 3339, UTC. */
            done_at: string | null;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id: number;
            /**
             * @description How long the order waits.
             * @enum {string}
             */
            expiration: "gtc" | "day" | "specified" | "specified_day";
            /** @description End of the lifetime; null = none. RFC 3339, UTC. */
            expires_at: string | null;
            /** @description Id that the provider gave; empty = none. */
            external_id: string;
            /**
             * @description What happens to volume that is not filled at once.
             * @enum {string}
             */
            fill: "fok" | "ioc" | "return";
            /** @description Id of the gateway that executed it; 0 = none. */
            gateway_id: number;
            /** @description Id of the order; a position takes the id of the order that opened it. */
            id: number;
            /**
             * @description Kind of the order.
             * @enum {string}
             */
            kind: "market" | "limit" | "stop" | "stop_limit" | "close_by";
            /** @description Number of the account. */
            login: number;
            /** @description Other order of a one-cancels-other pair, which ends when this one begins to fill or ends in any way; 0 = none. */
            oco_order_id: number;
            /** @description Where the request came from. */
            origin: components["schemas"]["TradeOrigin"];
            /** @description Id of the position that it concerns; 0 = none yet. */
            position_id: number;
            /** @description Price at which it would be closed or triggered now; null = no quote yet. A price of the symbol. */
            price_current: components["schemas"]["Decimal"] | null;
            /** @description Average price of the fills; null = none. A price of the symbol. */
            price_filled: components["schemas"]["Decimal"] | null;
            /** @description Price at which it waits, or was asked for; null = none. A price of the symbol. */
            price_order: components["schemas"]["Decimal"] | null;
            /** @description Limit price of a stop-limit; null = none. A price of the symbol. */
            price_stop_limit: components["schemas"]["Decimal"] | null;
            /** @description From the margin currency into the deposit currency; 0 = not known. A rate of exchange. */
            rate_margin: components["schemas"]["Decimal"];
            /**
             * @description What caused it: a terminal, a dealer, a stop, the end of a day.
             * @enum {string}
             */
            reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl: components["schemas"]["Decimal"] | null;
            /**
             * @description Where the order stands; filled, canceled, rejected, expired are final.
             * @enum {string}
             */
            state: "started" | "request_add" | "placed" | "partial" | "request_modify" | "request_cancel" | "filled" | "canceled" | "rejected" | "expired";
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp: components["schemas"]["Decimal"] | null;
            /** @description Distance at which the stop loss follows the market; 0 = off. In points: units of the last digit of the price. */
            trail_pts: number;
            /** @description Size that is not filled. In lots. */
            volume_current: components["schemas"]["Decimal"];
            /** @description Size of fills that staff decided not to book; the provider counts them. In lots. */
            volume_declined: components["schemas"]["Decimal"];
            /** @description Size that is filled. In lots. */
            volume_filled: components["schemas"]["Decimal"];
            /** @description Size of fills at the provider that staff decide on. In lots. */
            volume_held: components["schemas"]["Decimal"];
            /** @description Size that was ordered. In lots. */
            volume_initial: components["schemas"]["Decimal"];
        };
        OpenPosition: {
            /** @description Was the position closed? */
            closed: boolean;
            /** @description Text of the user for the record. */
            comment: string;
            /** @description Units of the base asset in one lot. In units of the base asset. */
            contract_size: components["schemas"]["Decimal"];
            /** @description Decimals of amounts in the deposit currency. */
            currency_digits: number;
            /** @description Login of the dealer; 0 = none. */
            dealer: number;
            /** @description Decimals of the prices of the symbol. */
            digits: number;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id: number;
            /** @description Id that the provider gave; empty = none. */
            external_id: string;
            /** @description Id of the gateway that executed it; 0 = none. */
            gateway_id: number;
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Id of the position: that of the order that opened it. */
            id: number;
            /** @description Number of the account. */
            login: number;
            /** @description Margin of the position by itself; information only. In the deposit currency of the account. */
            margin: components["schemas"]["Decimal"];
            /** @description When it was opened. RFC 3339, UTC. */
            opened_at: string | null;
            /** @description Where the request came from. */
            origin: components["schemas"]["TradeOrigin"];
            /** @description Price at which it would be closed or triggered now; null = no quote yet. A price of the symbol. */
            price_current: components["schemas"]["Decimal"] | null;
            /** @description Where staff corrected the opening price: the one that its deals gave; else null. A price of the symbol. */
            price_dealt: components["schemas"]["Decimal"] | null;
            /** @description Average price at which it was opened. A price of the symbol. */
            price_open: components["schemas"]["Decimal"];
            /** @description Floating result at the current price, without swaps. In the deposit currency of the account. */
            profit: components["schemas"]["Decimal"];
            /** @description From the margin currency into the deposit currency; 0 = not known. A rate of exchange. */
            rate_margin: components["schemas"]["Decimal"];
            /** @description From the profit currency into the deposit currency; 0 = not known. A rate of exchange. */
            rate_profit: components["schemas"]["Decimal"];
            /**
             * @description What caused it: a terminal, a dealer, a stop, the end of a day.
             * @enum {string}
             */
            reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl: components["schemas"]["Decimal"] | null;
            /** @description Swaps for positions kept overnight. In the deposit currency of the account. */
            swap: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp: components["schemas"]["Decimal"] | null;
            /** @description Distance at which the stop loss follows the market; 0 = off. In points: units of the last digit of the price. */
            trail_pts: number;
            /** @description When its newest deal was made. RFC 3339, UTC. */
            updated_at: string | null;
            /** @description Size. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        Order: {
            /** @description When the price of a pending order was reached; null = not yet. RFC 3339, UTC. */
            activated_at: string | null;
            /** @description Id of the position closed against it; 0 = none. */
            by_position_id: number;
            /** @description Text of the user for the record. */
            comment: string;
            /** @description Units of the base asset in one lot. In units of the base asset. */
            contract_size: components["schemas"]["Decimal"];
            /** @description When the order came. RFC 3339, UTC. */
            created_at: string | null;
            /** @description Decimals of amounts in the deposit currency. */
            currency_digits: number;
            /** @description Login of the dealer; 0 = none. */
            dealer: number;
            /** @description Distance from the price asked for that is still accepted. In points: units of the last digit of the price. */
            deviation_pts: number;
            /** @description Decimals of the prices of the symbol. */
            digits: number;
            /** @description When the order became final; null = it is working. RFC 3339, UTC. */
            done_at: string | null;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id: number;
            /**
             * @description How long the order waits.
             * @enum {string}
             */
            expiration: "gtc" | "day" | "specified" | "specified_day";
            /** @description End of the lifetime; null = none. RFC 3339, UTC. */
            expires_at: string | null;
            /** @description Id that the provider gave; empty = none. */
            external_id: string;
            /**
             * @description What happens to volume that is not filled at once.
             * @enum {string}
             */
            fill: "fok" | "ioc" | "return";
            /** @description Id of the gateway that executed it; 0 = none. */
            gateway_id: number;
            /** @description Id of the order; a position takes the id of the order that opened it. */
            id: number;
            /**
             * @description Kind of the order.
             * @enum {string}
             */
            kind: "market" | "limit" | "stop" | "stop_limit" | "close_by";
            /** @description Number of the account. */
            login: number;
            /** @description Other order of a one-cancels-other pair, which ends when this one begins to fill or ends in any way; 0 = none. */
            oco_order_id: number;
            /** @description Where the request came from. */
            origin: components["schemas"]["TradeOrigin"];
            /** @description Id of the position that it concerns; 0 = none yet. */
            position_id: number;
            /** @description Average price of the fills; null = none. A price of the symbol. */
            price_filled: components["schemas"]["Decimal"] | null;
            /** @description Price at which it waits, or was asked for; null = none. A price of the symbol. */
            price_order: components["schemas"]["Decimal"] | null;
            /** @description Limit price of a stop-limit; null = none. A price of the symbol. */
            price_stop_limit: components["schemas"]["Decimal"] | null;
            /** @description From the margin currency into the deposit currency; 0 = not known. A rate of exchange. */
            rate_margin: components["schemas"]["Decimal"];
            /**
             * @description What caused it: a terminal, a dealer, a stop, the end of a day.
             * @enum {string}
             */
            reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl: components["schemas"]["Decimal"] | null;
            /**
             * @description Where the order stands; filled, canceled, rejected, expired are final.
             * @enum {string}
             */
            state: "started" | "request_add" | "placed" | "partial" | "request_modify" | "request_cancel" | "filled" | "canceled" | "rejected" | "expired";
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp: components["schemas"]["Decimal"] | null;
            /** @description Distance at which the stop loss follows the market; 0 = off. In points: units of the last digit of the price. */
            trail_pts: number;
            /** @description Size that is not filled. In lots. */
            volume_current: components["schemas"]["Decimal"];
            /** @description Size of fills that staff decided not to book; the provider counts them. In lots. */
            volume_declined: components["schemas"]["Decimal"];
            /** @description Size that is filled. In lots. */
            volume_filled: components["schemas"]["Decimal"];
            /** @description Size of fills at the provider that staff decide on. In lots. */
            volume_held: components["schemas"]["Decimal"];
            /** @description Size that was ordered. In lots. */
            volume_initial: components["schemas"]["Decimal"];
        };
        OrderBody: {
            /** @description Every record once, in the new order. */
            ids: number[];
        };
        OrderBodyInput: {
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Every record once, in the new order. */
            ids: number[];
        };
        OrderCause: {
            /** @description Login of the dealer; 0 = none. */
            dealer: number;
            /**
             * @description What ended the order: a request by its kind, `disconnect` where its session was gone for good (`cancel_on_disconnect`), `oco` the other order of its pair, `end_of_day` its lifetime, or a stop-out.
             * @enum {string}
             */
            kind: "price" | "open" | "close" | "close_by" | "modify" | "pending" | "pending_modify" | "pending_cancel" | "activate" | "activate_stop_limit" | "sl" | "tp" | "stopout_order" | "stopout_position" | "expiration" | "dealer_open" | "dealer_close" | "dealer_close_by" | "dealer_modify" | "dealer_pending" | "dealer_pending_modify" | "dealer_pending_cancel" | "dealer_activate" | "balance" | "disconnect" | "margin_call" | "stop_out" | "trail" | "oco" | "end_of_day" | "position_delete" | "bust" | "ledger_correct" | "position_change";
            /** @description Id of the request; empty = the server did it by itself. */
            request_id: string;
            /**
             * @description Client, dealer, server or gateway.
             * @enum {string}
             */
            source: "client" | "dealer" | "server" | "gateway";
        };
        OrderReleased: {
            /** @description Number of the account. */
            login: number;
            /** @description Id of the order. */
            order_id: number;
            /** @description Was it ended by an earlier request of the same key? */
            repeated: boolean;
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /** @description Number of the event in the log, as text: it may exceed 2^53. */
            seq: string;
            /** @description Lots that were open. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        OtpEnrolment: {
            /** @description To be typed into an authenticator app; shown this once. */
            secret: string;
            /** @description The same as a QR code shows it. */
            uri: string;
        };
        OtpStatus: {
            /** @description Are one-time codes on for the login? */
            enabled: boolean;
            /** @description Does the group demand one-time codes? */
            required: boolean;
        };
        OutboxEmail: {
            /** @description How often it was tried. */
            attempts: number;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Why it was refused or failed; empty = it was not. */
            error: string;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Login of the recipient. */
            login: number;
            /** @description Number of the message that the e-mail carries. */
            mail: number;
            /** @description When a mail server took it; null = not yet. RFC 3339, UTC. */
            sent_at: string | null;
            /** @description Id of the mail server; null = the default. */
            server_id: number | null;
            /**
             * @description Is the e-mail waiting, sent, or given up?
             * @enum {string}
             */
            status: "queued" | "sent" | "failed";
            /** @description Subject of the e-mail; empty without the right to see names. */
            subject: string;
            /** @description E-mail address; empty without the right to see it. */
            to: string;
        };
        OutboxPage: {
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description The rows of the page. */
            items: components["schemas"]["OutboxEmail"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description E-mails that are still to be made. */
            pending: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq?: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match. */
            total: number;
        };
        PaidSide: {
            /**
             * @description Kind of the money operations of the side.
             * @enum {string}
             */
            action: "dividend" | "dividend_franked" | "tax" | "charge" | "correction" | "interest" | "swap" | "commission" | "balance";
            /** @description Text that their deals carry. */
            comment?: string;
        };
        PasswordMatch: {
            /** @description Is it the password of the account? */
            matches: boolean;
        };
        PaymentItem: {
            /** @description In net mode the payment; signed. In the deposit currency of the account. */
            amount?: components["schemas"]["Decimal"];
            /** @description Payment for bought lots; signed. In the deposit currency of the account. */
            amount_buy?: components["schemas"]["Decimal"];
            /** @description Payment for sold lots; signed. In the deposit currency of the account. */
            amount_sell?: components["schemas"]["Decimal"];
            /** @description Number of the account. */
            login: number;
            /**
             * @description In net mode the side whose terms apply; empty = none.
             * @enum {string}
             */
            net_side?: "" | "buy" | "sell";
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
        };
        PaymentRate: {
            /** @description Currency of the amount per lot. */
            from: string;
            /** @description The given rate; 0 = none, and the amounts are left out. A rate of exchange. */
            rate: components["schemas"]["Decimal"];
            /** @description Currency of the account. */
            to: string;
        };
        PaymentResult: {
            /** @description Above zero in favour of the account, below zero against it. In the deposit currency of the account. */
            amount: components["schemas"]["Decimal"];
            /** @description Result code; `ok` on success. */
            code: string;
            /** @description Id of the deal; null = there is none. */
            deal_id: number | null;
            /** @description Number of the account. */
            login: number;
            /** @description The outcome in words; empty where there is nothing to say. */
            message: string;
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /**
             * @description Side of the positions paid for; empty = none.
             * @enum {string}
             */
            side: "" | "buy" | "sell";
            /**
             * @description `unknown`: no result in time; ask again with the same request id.
             * @enum {string}
             */
            status: "done" | "rejected" | "unknown";
        };
        PaymentsBody: {
            /** @description Terms of what is paid for bought lots. */
            buy?: components["schemas"]["PaidSide"];
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Payments of accounts. */
            items: components["schemas"]["PaymentItem"][];
            /** @description Terms of what is paid for sold lots. */
            sell?: components["schemas"]["PaidSide"];
            /** @description May payments take more than the free margin? */
            skip_margin_check?: boolean;
        };
        PaymentsPreview: {
            /** @description Payments by login. */
            items: components["schemas"]["PaymentsPreviewItem"][];
            /** @description Every conversion between currencies. */
            rates_needed: components["schemas"]["PaymentRate"][];
            /** @description Sums by currency. */
            totals: components["schemas"]["PaymentsTotal"][];
        };
        PaymentsPreviewBody: {
            /** @description Terms of what is paid for bought lots. */
            buy?: components["schemas"]["PricedPaymentSide"];
            /** @description Company of the groups of the accounts. */
            company?: string;
            /** @description Mask of group paths; empty = all in scope. */
            groups?: string;
            /** @description Is the difference of bought and sold lots paid? */
            net?: boolean;
            /** @description Rates of exchange by `FROM->TO`. */
            rates?: {
                [key: string]: components["schemas"]["Decimal"];
            };
            /** @description Terms of what is paid for sold lots. */
            sell?: components["schemas"]["PricedPaymentSide"];
            /** @description Masks of paths or names of symbols, comma-separated; empty = all. */
            symbols?: string;
        };
        PaymentsPreviewItem: {
            /** @description In net mode the payment; signed. In the deposit currency of the account. */
            amount?: components["schemas"]["Decimal"];
            /** @description Payment for bought lots; signed. In the deposit currency of the account. */
            amount_buy?: components["schemas"]["Decimal"];
            /** @description Payment for sold lots; signed. In the deposit currency of the account. */
            amount_sell?: components["schemas"]["Decimal"];
            /** @description Currency of the account. */
            currency: string;
            /** @description Decimals of the amounts. */
            digits: number;
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Number of the account. */
            login: number;
            /** @description Size of the bought positions. In lots. */
            lots_buy: components["schemas"]["Decimal"];
            /** @description Size of the sold positions. In lots. */
            lots_sell: components["schemas"]["Decimal"];
            /**
             * @description In net mode the side whose terms apply; empty = none.
             * @enum {string}
             */
            net_side?: "" | "buy" | "sell";
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
        };
        PaymentsTotal: {
            /** @description Number of accounts. */
            accounts: number;
            /** @description Sum of all payments. In the deposit currency of the account. */
            amount: components["schemas"]["Decimal"];
            /** @description Currency of the accounts. */
            currency: string;
            /** @description Size of the bought positions. In lots. */
            lots_buy: components["schemas"]["Decimal"];
            /** @description Size of the sold positions. In lots. */
            lots_sell: components["schemas"]["Decimal"];
        };
        PlatformModeBody: {
            /** @description When it begins; left out = now. RFC 3339, UTC. */
            at?: string;
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /**
             * @description May traders trade, close only, or neither?
             * @enum {string}
             */
            mode: "open" | "close_only" | "closed";
            /** @description What terminals show; empty = nothing. */
            text?: string;
            /** @description When the platform opens; left out = it is not planned. RFC 3339, UTC. */
            until?: string;
        };
        PlatformModeStep: {
            /** @description When it begins. RFC 3339, UTC. */
            at: string;
            /**
             * @description May traders trade, close only, or neither?
             * @enum {string}
             */
            mode: "open" | "close_only" | "closed";
            /** @description What terminals show; empty = nothing. */
            text: string;
        };
        PlatformSettings: {
            /**
             * @description Rule by which the server clock has summer time.
             * @enum {string}
             */
            daylight_saving: "none" | "europe" | "usa";
            /** @description Default watchlist where a brand has none. */
            default_symbols: string[];
            /** @description Time of the server clock at which the trading day ends, HH:MM. */
            eod_time: string;
            /** @description With an end of day, 0 = Sunday; the last of a month has one. */
            eod_weekdays: number[];
            /** @description The mode, and the changes of it that are planned. */
            modes: components["schemas"]["PlatformModeStep"][];
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Server clock from UTC, without summer time. In minutes. */
            utc_offset_min: number;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        PlatformSettingsPatch: {
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /**
             * @description Rule by which the server clock has summer time.
             * @enum {string}
             */
            daylight_saving?: "none" | "europe" | "usa";
            /** @description Default watchlist where a brand has none. */
            default_symbols?: string[];
            /** @description Time of the server clock at which the trading day ends, HH:MM. */
            eod_time?: string;
            /** @description With an end of day, 0 = Sunday; the last of a month has one. */
            eod_weekdays?: number[];
            /** @description Server clock from UTC, without summer time. In minutes. */
            utc_offset_min?: number;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        PlatformState: {
            /**
             * @description May traders trade, close only, or neither?
             * @enum {string}
             */
            mode: "open" | "close_only" | "closed";
            /** @description Begin of the mode; null where none was ever set. RFC 3339, UTC. */
            mode_since: string | null;
            /** @description What terminals show; empty = nothing. */
            mode_text: string;
            /** @description Changes of the mode that are to come. */
            planned: components["schemas"]["PlatformModeStep"][];
            /** @description May it log on to providers and send e-mails? */
            released: boolean;
            /** @description Why it is not released; empty where it is. */
            unreleased_because: string;
        };
        Position: {
            /** @description Was the position closed? */
            closed: boolean;
            /** @description Text of the user for the record. */
            comment: string;
            /** @description Units of the base asset in one lot. In units of the base asset. */
            contract_size: components["schemas"]["Decimal"];
            /** @description Decimals of amounts in the deposit currency. */
            currency_digits: number;
            /** @description Login of the dealer; 0 = none. */
            dealer: number;
            /** @description Decimals of the prices of the symbol. */
            digits: number;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id: number;
            /** @description Id that the provider gave; empty = none. */
            external_id: string;
            /** @description Id of the gateway that executed it; 0 = none. */
            gateway_id: number;
            /** @description Id of the position: that of the order that opened it. */
            id: number;
            /** @description Number of the account. */
            login: number;
            /** @description When it was opened. RFC 3339, UTC. */
            opened_at: string | null;
            /** @description Where the request came from. */
            origin: components["schemas"]["TradeOrigin"];
            /** @description Where staff corrected the opening price: the one that its deals gave; else null. A price of the symbol. */
            price_dealt: components["schemas"]["Decimal"] | null;
            /** @description Average price at which it was opened. A price of the symbol. */
            price_open: components["schemas"]["Decimal"];
            /** @description From the margin currency into the deposit currency; 0 = not known. A rate of exchange. */
            rate_margin: components["schemas"]["Decimal"];
            /** @description From the profit currency into the deposit currency; 0 = not known. A rate of exchange. */
            rate_profit: components["schemas"]["Decimal"];
            /**
             * @description What caused it: a terminal, a dealer, a stop, the end of a day.
             * @enum {string}
             */
            reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl: components["schemas"]["Decimal"] | null;
            /** @description Swaps for positions kept overnight. In the deposit currency of the account. */
            swap: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp: components["schemas"]["Decimal"] | null;
            /** @description Distance at which the stop loss follows the market; 0 = off. In points: units of the last digit of the price. */
            trail_pts: number;
            /** @description When its newest deal was made. RFC 3339, UTC. */
            updated_at: string | null;
            /** @description Size. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        PositionCorrection: {
            /** @description Number of the account. */
            login: number;
            /** @description Id of the position. */
            position_id: number;
            /** @description Was it made by an earlier request of the same key? */
            repeated: boolean;
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /** @description Number of the event in the log, as text: it may exceed 2^53. */
            seq: string;
            /** @description Size. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        PositionCount: {
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match. */
            total: number;
        };
        PositionDeleteBody: {
            /** @description Ids of positions of any accounts. */
            ids: number[];
        };
        PositionPatchBody: {
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Average price at which it was opened. A price of the symbol. */
            price_open?: components["schemas"]["Decimal"];
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl?: components["schemas"]["Decimal"];
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp?: components["schemas"]["Decimal"];
            /** @description Size. In lots. */
            volume?: components["schemas"]["Decimal"];
        };
        Preferences: {
            /** @description Object that terminals keep what they like in. */
            content: Record<string, never>;
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string | null;
            /** @description Version of the document; 0 = there is none yet. */
            version: number;
        };
        PreferencesBody: {
            /** @description Object that terminals keep what they like in. */
            content: Record<string, never>;
            /** @description The version last read; 0 = any. */
            expected_version?: number;
        };
        PricedPaymentSide: {
            /**
             * @description Kind of the money operations that would be made.
             * @enum {string}
             */
            action?: "dividend" | "dividend_franked" | "tax" | "charge" | "correction" | "interest" | "swap" | "commission" | "balance";
            /** @description What is paid for a lot; signed. In currency, points or percent, as the mode says. */
            amount_per_lot: components["schemas"]["Decimal"];
            /** @description Text that their deals carry. */
            comment?: string;
            /** @description Currency of the amount per lot; empty = that of the account. */
            currency?: string;
            /** @description Part of the amount that is kept back. In percent. */
            tax_percent?: components["schemas"]["Decimal"];
        };
        ProviderAccountResult: {
            /** @description Its name at the provider. */
            account: string;
            /** @description Its balance at the provider; null = not told. */
            balance: string | null;
            /** @description Why it failed; else ok. */
            code: string;
            /** @description Its currency at the provider; empty = not told. */
            currency: string;
            /** @description Login of the account here; 0 = none was opened. */
            login: number;
            /** @description The same in words. */
            message: string;
            /** @description Was the balance paid in, now or before? */
            paid: boolean;
            /**
             * @description `valid`: a dry run found no fault.
             * @enum {string}
             */
            status: "done" | "valid" | "rejected";
        };
        ProviderAccountsBody: {
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Tells what would be done, and does nothing. */
            dry_run?: boolean;
            /** @description Group of the new accounts. */
            group: string;
        };
        ProviderSymbol: {
            /** @description Units of a lot; null = not told. In units of the base asset. */
            contract_size: components["schemas"]["Decimal"] | null;
            /** @description Currency of its prices; empty = not told. */
            currency: string;
            /** @description As the provider has it; empty = none. */
            description: string;
            /** @description Decimals of its prices; null = not told. */
            digits: number | null;
            /** @description Is this the whole name? Else it has characters that are not shown. */
            exact: boolean;
            /** @description Name at the provider. */
            name: string;
            /** @description Symbol that has the name here; null = none. */
            symbol_id: number | null;
            /** @description As the provider has it; null = not told. In units of the base asset. */
            volume_max: components["schemas"]["Decimal"] | null;
            /** @description As the provider has it; null = not told. In units of the base asset. */
            volume_min: components["schemas"]["Decimal"] | null;
        };
        Quote: {
            /** @description Price at which the group buys; null = no quote yet. A price of the symbol. */
            ask: components["schemas"]["Decimal"] | null;
            /** @description Price at which the group sells; null = no quote yet. A price of the symbol. */
            bid: components["schemas"]["Decimal"] | null;
            /** @description Highest chart price of the server day; null = none yet. A price of the symbol. */
            high: components["schemas"]["Decimal"] | null;
            /** @description Price of the last trade; null = no feed has trades. A price of the symbol. */
            last: components["schemas"]["Decimal"] | null;
            /** @description Lowest chart price of the server day; null = none yet. A price of the symbol. */
            low: components["schemas"]["Decimal"] | null;
            /** @description First chart price of the server day; null = none yet. A price of the symbol. */
            open: components["schemas"]["Decimal"] | null;
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Time of the quote; null = no quote yet. RFC 3339, UTC. */
            time: string | null;
        };
        Recalculation: {
            /** @description Number of the newest event that is summed up. */
            account_seq: number;
            /** @description Money of the account without open positions. In the deposit currency of the account. */
            balance: components["schemas"]["Decimal"];
            /** @description Sum of the deals that move the balance. In the deposit currency of the account. */
            balance_deals: components["schemas"]["Decimal"];
            /** @description What the balance has more than its deals. In the deposit currency of the account. */
            balance_difference: components["schemas"]["Decimal"];
            /** @description Money lent to the account, which it cannot withdraw. In the deposit currency of the account. */
            credit: components["schemas"]["Decimal"];
            /** @description Sum of the deals that move the credit. In the deposit currency of the account. */
            credit_deals: components["schemas"]["Decimal"];
            /** @description What the credit has more than its deals. In the deposit currency of the account. */
            credit_difference: components["schemas"]["Decimal"];
            /** @description Code of the currency. */
            currency: string;
            /** @description How many deals are summed up. */
            deals: number;
            /** @description Number of the account. */
            login: number;
        };
        RefreshBody: {
            /** @description The newest one; browsers send their cookie instead. */
            refresh_token?: string;
        };
        Refusal: {
            /** @description Result code; `ok` on success. */
            code: components["schemas"]["Code"];
            /** @description What was asked for; null when there is nothing. */
            data: components["schemas"]["InputFaults"] | unknown;
            /** @description The outcome in words for people. */
            message: string;
            /** @description `X-Request-Id` of the request, or one of the server. */
            request_id: string;
            /** @description Was it done? */
            success: boolean;
        };
        RegisterBody: {
            /** @description Street and house. */
            address?: string;
            /** @description Allocation rule of the offer; 0 = the fallback group. */
            allocation_id?: number;
            /** @description City of residence. */
            city?: string;
            /** @description Code that was e-mailed, where the kind needs it. */
            code?: string;
            /** @description Country of residence, best as its ISO code. */
            country?: string;
            /** @description E-mail address of the person. */
            email: string;
            /**
             * @description Language of e-mails: `en`, `de`, or empty for the usual one.
             * @enum {string}
             */
            language?: "en" | "de" | "";
            /** @description One of those of the offer; nothing = its default. */
            leverage?: number;
            /** @description First and last name. */
            name: string;
            /** @description Master password of the demo account. */
            password?: string;
            /** @description Phone number. */
            phone?: string;
            /**
             * @description `demo` opens an account at once; `real` is an application.
             * @enum {string}
             */
            type: "demo" | "real";
        };
        Registered: {
            /** @description Currency of the demo account; empty = none. */
            currency: string;
            /** @description Money that the demo account begins with. In the deposit currency of the account. */
            deposit: components["schemas"]["Decimal"];
            /** @description Group of the demo account; empty = none. */
            group: string;
            /** @description Leverage of the demo account; 0 = none. */
            leverage: number;
            /** @description Login of the demo account; 0 = none. */
            login: number;
            /**
             * @description `opened`, or `received` for an application.
             * @enum {string}
             */
            status: "opened" | "received";
            /**
             * @description `demo` or `real`.
             * @enum {string}
             */
            type: "demo" | "real";
        };
        RejectBody: {
            /** @description Text for the person; it is e-mailed. */
            reason?: string;
        };
        ReportColumn: {
            /** @description Decimals of the prices of the symbol. */
            digits: number | null;
            /** @description Name of the record. */
            name: string;
            /**
             * @description What the values are; money, prices and volumes are decimals.
             * @enum {string}
             */
            type: "integer" | "text" | "boolean" | "money" | "price" | "volume" | "percent" | "rate" | "time";
        };
        ReportConfig: {
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Is the record in use? */
            enabled: boolean;
            /** @description Number of the record; set by the server. */
            id: number;
            /**
             * @description What makes the report.
             * @enum {string}
             */
            module: "daily" | "exposure" | "accounts" | "balance_operations" | "deals" | "orders" | "closed_positions" | "profit_by_symbol" | "profit_by_group" | "profit_by_login" | "commissions" | "swaps" | "stop_outs";
            /** @description Folder, sub-folder and report, joined by backslashes. */
            name: string;
            /** @description Values of the module by name. */
            params: {
                [key: string]: string;
            };
            /** @description Place in the list, from 1 on; 0 = last. */
            position: number;
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        ReportConfigCreate: {
            /** @description When it was made. */
            created_at?: string;
            /** @description Is the record in use? */
            enabled?: boolean;
            /** @description Number of the record; set by the server. */
            id?: number;
            /**
             * @description What makes the report.
             * @enum {string}
             */
            module: "daily" | "exposure" | "accounts" | "balance_operations" | "deals" | "orders" | "closed_positions" | "profit_by_symbol" | "profit_by_group" | "profit_by_login" | "commissions" | "swaps" | "stop_outs";
            /** @description Folder, sub-folder and report, joined by backslashes. */
            name: string;
            /** @description Values of the module by name. */
            params?: {
                [key: string]: string;
            };
            /** @description Place in the list, from 1 on; 0 = last. */
            position?: number;
            /** @description When it was changed last. */
            updated_at?: string;
            /** @description Rises with each change; a change names the version last read. */
            version?: number;
        };
        ReportConfigPatch: {
            /** @description Is the record in use? */
            enabled?: boolean;
            /**
             * @description What makes the report.
             * @enum {string}
             */
            module?: "daily" | "exposure" | "accounts" | "balance_operations" | "deals" | "orders" | "closed_positions" | "profit_by_symbol" | "profit_by_group" | "profit_by_login" | "commissions" | "swaps" | "stop_outs";
            /** @description Folder, sub-folder and report, joined by backslashes. */
            name?: string;
            /** @description Values of the module by name. */
            params?: {
                [key: string]: string;
            };
            /** @description Place in the list, from 1 on; 0 = last. */
            position?: number;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        ReportJob: {
            /** @description How often it was begun. */
            attempts: number;
            /** @description Size of its files. In bytes. */
            bytes: number;
            /** @description Id of the configuration that was asked for. */
            config_id: number;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Why it was refused or failed; empty = it was not. */
            error: string;
            /** @description When it ended; null = it has not. RFC 3339, UTC. */
            finished_at: string | null;
            /**
             * @description `csv`: the requester wants to take the rows away as a file.
             * @enum {string}
             */
            format: "table" | "csv";
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description What makes the report. */
            module: string;
            /** @description Name of the record. */
            name: string;
            /** @description What the job was asked for. */
            params: components["schemas"]["ReportJobParams"];
            /** @description Login of the staff user who asked for it. */
            requested_by: number;
            /** @description Rows of all sections so far. */
            rows: number;
            /** @description Digest of the content of its files; empty = it has none. */
            sha256: string;
            /**
             * @description Where the job is; rows are there while it is `done`.
             * @enum {string}
             */
            state: "queued" | "running" | "done" | "failed" | "cancelled" | "expired";
        };
        ReportJobCreate: {
            /** @description Company of the groups, in any letter case; empty = any. */
            company?: string;
            /** @description Id of the configuration of the report. */
            config_id: number;
            /**
             * @description `csv`: the requester wants to take the rows away as a file.
             * @enum {string}
             */
            format?: "table" | "csv";
            /** @description Start of the period, inclusive; nothing = as far back as is kept. */
            from?: string;
            /** @description Masks of group paths; none = all, left out = those of the configuration. */
            groups?: string[];
            /** @description Number of the account. */
            login?: number;
            /** @description Accounts that it is about; none = all. */
            logins?: number[];
            /** @description End of the period, exclusive; nothing = now. */
            to?: string;
        };
        ReportJobPage: {
            /** @description The rows of the page. */
            items: components["schemas"]["ReportJob"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description All rows that match. */
            total: number;
        };
        ReportJobParams: {
            /** @description Company of the groups, in any letter case; empty = any. */
            company: string;
            /** @description Parameters of the configuration, as they were. */
            config: {
                [key: string]: string;
            };
            /** @description Start of the period, inclusive; nothing = as far back as is kept. */
            from: string | null;
            /** @description Masks of group paths; none = all, left out = those of the configuration. */
            groups: string[];
            /** @description Is it cut to the accounts that the requester saw when it ran? */
            in_reach: boolean;
            /** @description Number of the account. */
            login: number | null;
            /** @description Accounts that it is about; none = all. */
            logins: number[];
            /** @description Always `trade`. */
            server: string;
            /** @description End of the period, exclusive; nothing = now. */
            to: string | null;
        };
        ReportLine: {
            /** @description How far back the reports reach; 0 = without limit. In days. */
            depth_days: number;
            /** @description May the reports be exported? */
            export: boolean;
            /** @description Name of a report configuration, or a mask of names. */
            path: string;
            /** @description Place among the lines, from 1 on; 0 = last. */
            position: number;
            /** @description May the reports be seen? */
            view: boolean;
        };
        ReportLineBody: {
            /** @description How far back the reports reach; 0 = without limit. In days. */
            depth_days?: number;
            /** @description May the reports be exported? */
            export?: boolean;
            /** @description Name of a report configuration, or a mask of names. */
            path: string;
            /** @description Place among the lines, from 1 on; 0 = last. */
            position?: number;
            /** @description May the reports be seen? */
            view?: boolean;
        };
        ReportModule: {
            /** @description Does it need the end of a day? */
            daily: boolean;
            /** @description What its reports show. */
            description: string;
            /** @description What is asked for when a report is made. */
            inputs: ("groups" | "company" | "login" | "logins" | "from" | "to")[];
            /** @description Name that configurations name it by. */
            module: string;
            /** @description Parameters of its configurations. */
            params: components["schemas"]["ReportParam"][];
            /** @description Its name for people. */
            title: string;
        };
        ReportParam: {
            /** @description Its purpose in a sentence. */
            description: string;
            /** @description Name of the parameter. */
            name: string;
        };
        ReportSection: {
            /** @description Columns in the order of the values of a row. */
            columns: components["schemas"]["ReportColumn"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of rows on all pages. */
            row_count: number;
            /** @description Rows of the page, each a list of values. */
            rows: (string | number | boolean | null)[][];
            /** @description Seq of the newest event when its first row was read. */
            seq_from: string;
            /** @description Seq of the newest event when its last row was read. */
            seq_to: string;
            /** @description Name of the table. */
            title: string;
            /** @description Sums over all pages by currency; `currency` is empty where it has none. */
            totals: {
                [key: string]: string;
            }[];
        };
        RoutingCondition: {
            /**
             * @description What is compared.
             * @enum {string}
             */
            field: "login" | "volume" | "hour" | "weekday" | "deviation_pts" | "group" | "symbol" | "side" | "kind" | "comment";
            /**
             * @description How it is compared: equal, not, greater, less.
             * @enum {string}
             */
            op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
            /** @description What it is compared with; texts are masks. */
            value: string;
        };
        RoutingConditionInput: {
            /**
             * @description What is compared.
             * @enum {string}
             */
            field: "login" | "volume" | "hour" | "weekday" | "deviation_pts" | "group" | "symbol" | "side" | "kind" | "comment";
            /**
             * @description How it is compared: equal, not, greater, less.
             * @enum {string}
             */
            op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
            /** @description What it is compared with; texts are masks. */
            value: string;
        };
        RoutingDealers: {
            /** @description Logins in the order in which they are asked. */
            dealers: number[];
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        RoutingField: {
            /** @description Name of the field. */
            field: string;
            /** @description Comparisons that it allows. */
            ops: string[];
            /**
             * @description Number or text.
             * @enum {string}
             */
            type: "number" | "text";
        };
        RoutingFields: {
            /** @description Actions of rules. */
            actions: string[];
            /** @description Fields that conditions compare. */
            fields: components["schemas"]["RoutingField"][];
            /** @description Every kind of order. */
            order_kinds: string[];
            /** @description Every kind of request. */
            request_kinds: string[];
        };
        RoutingRule: {
            /**
             * @description Who decides, or what is changed before the walk goes on. `confirm_market_price` and `confirm_request_price` fill at the market, or at the price asked for; `reject` refuses; `requote` offers the market price; `dealer` asks the `dealers` in turn, `online_dealers` whoever is on line; `gateway` sends to the first of the gateways in `dealers` that is on line; `delay` waits, `clear_stops` removes the stops, and both go on.
             * @enum {string}
             */
            action: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
            /** @description Of `reject` the text for the client, of `delay` milliseconds, 1 to 60000; else empty. */
            action_value: string;
            /** @description All of them must hold. */
            conditions: components["schemas"]["RoutingCondition"][];
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Logins in order; of a gateway rule, ids of gateways. A disabled rule may have none. */
            dealers: number[];
            /** @description Is the record in use? */
            enabled: boolean;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Unique among the rules. */
            name: string;
            /** @description Kinds of orders that it takes; empty = all. */
            order_kinds: ("market" | "limit" | "stop" | "stop_limit" | "close_by")[];
            /**
             * @description What becomes of a request that no dealer decided in time, or that all returned: `reject` refuses it, `market` confirms it at the market price, `next` goes on below.
             * @enum {string}
             */
            otherwise: "reject" | "market" | "next";
            /** @description Place in the order of the list, from 1 on. */
            position: number;
            /** @description Kinds of requests that it takes; empty = all. */
            request_kinds: ("price" | "open" | "close" | "close_by" | "modify" | "pending" | "pending_modify" | "pending_cancel" | "activate" | "activate_stop_limit" | "sl" | "tp" | "stopout_order" | "stopout_position" | "expiration" | "dealer_open" | "dealer_close" | "dealer_close_by" | "dealer_modify" | "dealer_pending" | "dealer_pending_modify" | "dealer_pending_cancel" | "dealer_activate")[];
            /** @description Is it passed over while none is on line? */
            skip_no_dealer: boolean;
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description How long the dealers have together; for rules that ask them. In seconds. */
            wait_sec: number;
        };
        RoutingRuleCreate: {
            /**
             * @description Who decides, or what is changed before the walk goes on. `confirm_market_price` and `confirm_request_price` fill at the market, or at the price asked for; `reject` refuses; `requote` offers the market price; `dealer` asks the `dealers` in turn, `online_dealers` whoever is on line; `gateway` sends to the first of the gateways in `dealers` that is on line; `delay` waits, `clear_stops` removes the stops, and both go on.
             * @enum {string}
             */
            action: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
            /** @description Of `reject` the text for the client, of `delay` milliseconds, 1 to 60000; else empty. */
            action_value?: string;
            /** @description All of them must hold. */
            conditions?: components["schemas"]["RoutingConditionInput"][];
            /** @description Logins in order; of a gateway rule, ids of gateways. A disabled rule may have none. */
            dealers?: number[];
            /** @description Is the record in use? */
            enabled?: boolean;
            /** @description Unique among the rules. */
            name: string;
            /** @description Kinds of orders that it takes; empty = all. */
            order_kinds?: ("market" | "limit" | "stop" | "stop_limit" | "close_by")[];
            /**
             * @description What becomes of a request that no dealer decided in time, or that all returned: `reject` refuses it, `market` confirms it at the market price, `next` goes on below.
             * @enum {string}
             */
            otherwise?: "reject" | "market" | "next";
            /** @description Place in the order of the list, from 1 on. */
            position?: number;
            /** @description Kinds of requests that it takes; empty = all. */
            request_kinds?: ("price" | "open" | "close" | "close_by" | "modify" | "pending" | "pending_modify" | "pending_cancel" | "activate" | "activate_stop_limit" | "sl" | "tp" | "stopout_order" | "stopout_position" | "expiration" | "dealer_open" | "dealer_close" | "dealer_close_by" | "dealer_modify" | "dealer_pending" | "dealer_pending_modify" | "dealer_pending_cancel" | "dealer_activate")[];
            /** @description Is it passed over while none is on line? */
            skip_no_dealer?: boolean;
            /** @description How long the dealers have together; for rules that ask them. In seconds. */
            wait_sec?: number;
        };
        RoutingRuleName: {
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Name of the rule. */
            name: string;
            /** @description Place in the order of the list, from 1 on. */
            position: number;
        };
        RoutingRulePatch: {
            /**
             * @description Who decides, or what is changed before the walk goes on. `confirm_market_price` and `confirm_request_price` fill at the market, or at the price asked for; `reject` refuses; `requote` offers the market price; `dealer` asks the `dealers` in turn, `online_dealers` whoever is on line; `gateway` sends to the first of the gateways in `dealers` that is on line; `delay` waits, `clear_stops` removes the stops, and both go on.
             * @enum {string}
             */
            action?: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
            /** @description Of `reject` the text for the client, of `delay` milliseconds, 1 to 60000; else empty. */
            action_value?: string;
            /** @description All of them must hold. */
            conditions?: components["schemas"]["RoutingConditionInput"][];
            /** @description Logins in order; of a gateway rule, ids of gateways. A disabled rule may have none. */
            dealers?: number[];
            /** @description Is the record in use? */
            enabled?: boolean;
            /** @description Unique among the rules. */
            name?: string;
            /** @description Kinds of orders that it takes; empty = all. */
            order_kinds?: ("market" | "limit" | "stop" | "stop_limit" | "close_by")[];
            /**
             * @description What becomes of a request that no dealer decided in time, or that all returned: `reject` refuses it, `market` confirms it at the market price, `next` goes on below.
             * @enum {string}
             */
            otherwise?: "reject" | "market" | "next";
            /** @description Kinds of requests that it takes; empty = all. */
            request_kinds?: ("price" | "open" | "close" | "close_by" | "modify" | "pending" | "pending_modify" | "pending_cancel" | "activate" | "activate_stop_limit" | "sl" | "tp" | "stopout_order" | "stopout_position" | "expiration" | "dealer_open" | "dealer_close" | "dealer_close_by" | "dealer_modify" | "dealer_pending" | "dealer_pending_modify" | "dealer_pending_cancel" | "dealer_activate")[];
            /** @description Is it passed over while none is on line? */
            skip_no_dealer?: boolean;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description How long the dealers have together; for rules that ask them. In seconds. */
            wait_sec?: number;
        };
        RoutingSample: {
            /** @description Text of the user for the record. */
            comment?: string;
            /** @description Distance from the price asked for that is still accepted. In points: units of the last digit of the price. */
            deviation_pts?: number;
            /** @description Its group; nothing = that of the account. */
            group?: string;
            /** @description Hour on the server clock, in the stead of the time. */
            hour?: number;
            /**
             * @description What is asked for; nothing = `open`.
             * @enum {string}
             */
            kind?: "price" | "open" | "close" | "close_by" | "modify" | "pending" | "pending_modify" | "pending_cancel" | "activate" | "activate_stop_limit" | "sl" | "tp" | "stopout_order" | "stopout_position" | "expiration" | "dealer_open" | "dealer_close" | "dealer_close_by" | "dealer_modify" | "dealer_pending" | "dealer_pending_modify" | "dealer_pending_cancel" | "dealer_activate";
            /** @description Account that asks; nothing = none in particular. */
            login?: number;
            /** @description Dealers that are taken to be on line. */
            online?: number[];
            /**
             * @description Kind of order; nothing = `market`.
             * @enum {string}
             */
            order_kind?: "market" | "limit" | "stop" | "stop_limit" | "close_by";
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Name of the symbol. */
            symbol: string;
            /** @description When it comes; nothing = now. RFC 3339, UTC. */
            time?: string;
            /** @description Size. In lots. */
            volume: components["schemas"]["Decimal"];
            /** @description 0 = Sunday, in the stead of the time. */
            weekday?: number;
        };
        RoutingStep: {
            /**
             * @description What the rule does with requests.
             * @enum {string}
             */
            action: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description Do all conditions hold? */
            matched: boolean;
            /** @description Name of the rule. */
            name: string;
            /** @description It fits, but nobody answers or nothing is to clear. */
            passed_over: boolean;
            /** @description Place in the order of the list, from 1 on. */
            position: number;
            /** @description The condition that does not hold; null = all hold. */
            unmet: components["schemas"]["UnmetCondition"] | null;
        };
        RoutingTest: {
            /**
             * @description What happens to the request.
             * @enum {string}
             */
            action: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
            /** @description Value of the action. */
            action_value: string;
            /** @description Do rules before it take stops away? */
            clear_stops: boolean;
            /** @description Logins in the order in which they are asked. */
            dealers: number[];
            /** @description Delay that rules before it added. In milliseconds. */
            delay_ms: number;
            /** @description What conditions see of the request. */
            facts: {
                [key: string]: string | number;
            };
            /** @description Rule that decides; null = none does. */
            rule: components["schemas"]["RoutingRuleName"] | null;
            /** @description Every rule that was looked at, in order. */
            walked: components["schemas"]["RoutingStep"][];
        };
        RuleInsert: {
            /** @description Its place, from 1 on; 0 or nothing = last. */
            position?: number;
            /** @description The new rule. */
            rule: components["schemas"]["LeverageRuleInput"];
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        RuleOrder: {
            /** @description The number of each rule, once. */
            order: number[];
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        RulePatch: {
            /** @description Currency of values; empty = the deposit currency. */
            currency?: string;
            /** @description Text for people; the server does not read it. */
            description?: string;
            /** @description Symbols that it is for: names or paths. */
            mask?: string;
            /** @description Name of the rule. */
            name?: string;
            /**
             * @description What the tiers measure: lots or value, of all or one symbol.
             * @enum {string}
             */
            range_basis?: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
            /** @description Factors by size. */
            tiers?: components["schemas"]["LeverageTierInput"][];
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        ServerAccess: {
            /** @description May administrators sign in? */
            allow_administrators: boolean;
            /** @description May programs sign in at the `api` terminal? */
            allow_api: boolean;
            /** @description May traders sign in? */
            allow_clients: boolean;
            /** @description May managers sign in? */
            allow_managers: boolean;
            /** @description Attempts within 3 s of each other that block an address. */
            antiflood_connections: number;
            /** @description Are addresses blocked that try too often? */
            antiflood_enabled: boolean;
            /** @description Failures in 5 minutes that block an address. */
            antiflood_errors: number;
        };
        ServerAccessInput: {
            /** @description May administrators sign in? */
            allow_administrators?: boolean;
            /** @description May programs sign in at the `api` terminal? */
            allow_api?: boolean;
            /** @description May traders sign in? */
            allow_clients?: boolean;
            /** @description May managers sign in? */
            allow_managers?: boolean;
            /** @description Attempts within 3 s of each other that block an address. */
            antiflood_connections?: number;
            /** @description Are addresses blocked that try too often? */
            antiflood_enabled?: boolean;
            /** @description Failures in 5 minutes that block an address. */
            antiflood_errors?: number;
        };
        ServerAllocation: {
            /**
             * @description The part of the server that gives the numbers.
             * @enum {string}
             */
            allocator: "desk" | "shards";
            /** @description How many numbers the span has, used or not. */
            total: components["schemas"]["Decimal"];
            /** @description Lowest number in use; 0 = none is. */
            used_from: components["schemas"]["Decimal"];
            /** @description Highest number in use; 0 = none is. */
            used_to: components["schemas"]["Decimal"];
        };
        ServerAllocations: {
            /** @description Logins in use. */
            accounts: components["schemas"]["ServerAllocation"];
            /** @description Numbers of clients in use. */
            clients: components["schemas"]["ServerAllocation"];
            /** @description Numbers of deals in use. */
            deals: components["schemas"]["ServerAllocation"];
            /** @description Numbers of orders in use. */
            orders: components["schemas"]["ServerAllocation"];
        };
        ServerCapabilities: {
            /** @description Can be set whom it admits? */
            access_policy: boolean;
            /** @description Can the lifetime of demo accounts be set? */
            demo: boolean;
            /** @description Can its title and coordinates be set? */
            edit_metadata: boolean;
            /** @description Can another server take its place? */
            failover: boolean;
            /** @description Can the silence of datafeeds be set? */
            history_timeout: boolean;
            /** @description Can the observed interface be set? */
            network_adapter: boolean;
            /** @description Can the time of the weekly maintenance be set? */
            optimization: boolean;
            /** @description Can instances be started and stopped? */
            provision: boolean;
            /** @description Can ranges of numbers be set? */
            ranges: boolean;
            /** @description Can its addresses and certificates be set? */
            transport: boolean;
        };
        ServerClock: {
            /** @description Calendar of summer time: none, europe or usa. */
            daylight_saving: string;
            /** @description Distance of the server clock from UTC without summer time. In minutes. */
            utc_offset_min: number;
        };
        ServerDemo: {
            /** @description 0 = no new demo accounts, 1 = days since the last sign-in, 2 = days since the opening. */
            mode: number;
            /** @description Length of the lifetime. In days. */
            period_days: number;
        };
        ServerDemoInput: {
            /** @description 0 = no new demo accounts, 1 = days since the last sign-in, 2 = days since the opening. */
            mode: number;
            /** @description Length of the lifetime. In days. */
            period_days: number;
        };
        ServerHistory: {
            /** @description After which the next datafeed prices a symbol. In seconds. */
            datafeeds_timeout_sec: number;
        };
        ServerHistoryInput: {
            /** @description After which the next datafeed prices a symbol. In seconds. */
            datafeeds_timeout_sec?: number;
        };
        ServerInstance: {
            /** @description Version of the settings that it goes by. */
            applied_version: number;
            /** @description Kind of processor. */
            architecture: string;
            /** @description Processors that the process can use. */
            cpu_cores: number;
            /** @description Threads of the process. */
            goroutines: number;
            /** @description Heaps of all threads together. In bytes. */
            heap_bytes: number;
            /** @description Id of the run of its system. */
            host_boot_id: string;
            /** @description Name of the machine. */
            hostname: string;
            /** @description Id of the run of the server. */
            instance_id: string;
            /** @description Number of the logical server. */
            internal_id: number;
            /** @description When its newest heartbeat was. RFC 3339, UTC. */
            last_seen_at: string;
            /** @description Number of the run that holds the data folder; null = none. */
            lease_epoch: number | null;
            /** @description Its newest figures, with server.machines; null = there are none. */
            monitor: components["schemas"]["MonitorSample"] | null;
            /** @description Kind of operating system. */
            os: string;
            /** @description Does it serve? */
            ready: boolean;
            /** @description Why it does not serve; empty = it does. */
            reason: string;
            /** @description Open live sockets. */
            sockets: number;
            /** @description Is the heartbeat older than 20 seconds? */
            stale: boolean;
            /** @description When the run started. RFC 3339, UTC. */
            started_at: string;
            /** @description Version of the program. */
            version: string;
        };
        ServerMaintenance: {
            /** @description Version of the settings that it goes by. */
            config_version: number;
            /** @description What holds it up, or ended it early; empty = nothing. */
            error: string;
            /** @description Demo accounts that it archived. */
            expired: number;
            /** @description When it ended. RFC 3339, UTC. */
            finished_at: string | null;
            /** @description When it was, or is, to begin. RFC 3339, UTC. */
            scheduled_at: string | null;
            /** @description Demo accounts left because of orders or positions. */
            skipped_busy: number;
            /** @description When it began. RFC 3339, UTC. */
            started_at: string | null;
            /**
             * @description Planned, running or over; `failed`: the next run began before its end.
             * @enum {string}
             */
            status: "none" | "scheduled" | "running" | "done" | "failed";
        };
        ServerMonitor: {
            /** @description Id of the instance. */
            instance_id: string;
            /** @description Figures by minutes, or averages of several. */
            minutes: components["schemas"]["MonitorMinute"][];
            /** @description The newest figures; null = it has ended. */
            now: components["schemas"]["MonitorSample"] | null;
        };
        SessionView: {
            /** @description Browsers send it back in `X-CSRF-Token` with every change. */
            csrf_token: string;
            /** @description When the session ends, however often it is refreshed. RFC 3339, UTC. */
            expires_at: string;
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Masks of the groups that the user may see and change. */
            group_scope: string[];
            /** @description Does the session outlive the browser window? */
            keep_signed_in: boolean;
            /** @description Number of the account. */
            login: number;
            /** @description Only the password can be changed until it is. */
            must_change_password: boolean;
            /** @description Only one-time codes can be set up until they are. */
            must_enrol_otp: boolean;
            /** @description Was it opened with the investor password? */
            read_only: boolean;
            /** @description Names of the rights that the user holds. */
            rights: string[];
            /** @description How the clock of trading days differs from UTC. */
            server_clock: components["schemas"]["ServerClock"];
            /** @description Kind of terminal that signed in. */
            terminal: string;
        };
        SettingsExport: {
            /** @description Records as their list shows them. */
            items: {
                [key: string]: unknown;
            }[];
            /** @description Kind of settings. */
            kind: string;
        };
        SettingsImportBody: {
            /** @description Records as their list shows them. */
            items: unknown[];
            /**
             * @description Kind of settings.
             * @enum {string}
             */
            kind: "symbols" | "groups";
        };
        SignUpCodeBody: {
            /** @description Address to which the code is sent. */
            email: string;
            /**
             * @description Language of e-mails: `en`, `de`, or empty for the usual one.
             * @enum {string}
             */
            language?: "en" | "de" | "";
        };
        SignUpLink: {
            /** @description Text of the link. */
            caption: string;
            /** @description 0 = the caption; 1 to 8 = texts of the terminal. */
            caption_type: number;
            /** @description Place among the links, from 1 on. */
            sort: number;
            /** @description Web address. */
            url: string;
        };
        SignUpOffer: {
            /** @description Allocation rule of the offer; 0 = the fallback group. */
            allocation_id: number;
            /** @description Countries that it is for; empty = all. */
            countries: string[];
            /** @description Currency of the account. */
            currency: string;
            /** @description Leverage of people who choose none. */
            default_leverage: number;
            /** @description For people who choose. */
            description: string;
            /**
             * @description `demo` or `real`.
             * @enum {string}
             */
            kind: "demo" | "real";
            /** @description Choices of leverage; empty = the default alone. */
            leverages: number[];
        };
        SignUpOptions: {
            /** @description Groups that are offered, the default of each kind first. */
            allocations: components["schemas"]["SignUpOffer"][];
            /** @description Does a demo account need a confirmed e-mail address? */
            confirm_demo: boolean;
            /** @description Does an application need a confirmed e-mail address? */
            confirm_real: boolean;
            /** @description Can demo accounts be opened here? */
            demo: boolean;
            /** @description Page at which demo accounts are opened; empty = here. */
            demo_url: string;
            /** @description Page for deposits; empty = none. */
            deposit_url: string;
            /** @description Links of the first set that is for the country. */
            links: components["schemas"]["SignUpLink"][];
            /** @description Can people apply for real accounts? */
            real: boolean;
            /** @description Page for withdrawals; empty = none. */
            withdraw_url: string;
        };
        SignUpSettings: {
            /** @description Does a demo account need a confirmed e-mail address? */
            confirm_demo: boolean;
            /** @description Does an application need a confirmed e-mail address? */
            confirm_real: boolean;
            /**
             * @description For people who choose none of these.
             * @enum {string}
             */
            default_language: "en" | "de";
            /** @description Can people open demo accounts? */
            demo: boolean;
            /** @description Where no allocation rule for demo accounts is on; empty = none. */
            demo_group: string;
            /** @description Languages in which e-mails are written. */
            languages: ("en" | "de")[];
            /** @description Can people apply for real accounts? */
            real: boolean;
            /** @description Where no allocation rule for real accounts is on; empty = none. */
            real_group: string;
            /** @description Prefixes of addresses whose forms, codes and reads are not limited by address. */
            test_networks: string[];
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        SignUpSettingsPatch: {
            /** @description Does a demo account need a confirmed e-mail address? */
            confirm_demo?: boolean;
            /** @description Does an application need a confirmed e-mail address? */
            confirm_real?: boolean;
            /**
             * @description For people who choose none of these.
             * @enum {string}
             */
            default_language?: "en" | "de";
            /** @description Can people open demo accounts? */
            demo?: boolean;
            /** @description Where no allocation rule for demo accounts is on; empty = none. */
            demo_group?: string;
            /** @description Languages in which e-mails are written. */
            languages?: ("en" | "de")[];
            /** @description Can people apply for real accounts? */
            real?: boolean;
            /** @description Where no allocation rule for real accounts is on; empty = none. */
            real_group?: string;
            /** @description Prefixes of addresses whose forms, codes and reads are not limited by address. */
            test_networks?: string[];
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        StaffCreate: {
            /** @description Lists of group masks; a group is in scope where one list fits. */
            group_scope?: string[];
            /** @description Prefixes of addresses to sign in from; empty = any. */
            ip_allow?: string[];
            /** @description Number of the account. */
            login: number;
            /** @description How far back the user reads the journal; 0 = without limit. In months. */
            logs_months?: number;
            /** @description Name that traders see; empty = the name itself. */
            mailbox_name?: string;
            /** @description How far back reports reach; 0 = without limit. In months. */
            reports_months?: number;
            /** @description Names of the rights that the user holds. */
            rights?: ("trades.view" | "trades.edit" | "trades.delete" | "accounts.view" | "accounts.edit" | "accounts.balance" | "accounts.online" | "accounts.delete" | "accounts.password" | "accounts.hidden" | "applications" | "clients.view" | "config.staff" | "mailbox" | "notifications" | "confirm_actions" | "terminal.admin" | "server.machines" | "config.view" | "config.symbols" | "symbols.quick_edit" | "config.leverage" | "config.groups" | "config.datafeeds" | "config.gateways" | "config.routing" | "config.holidays" | "config.reports" | "config.allocation" | "reports" | "reports.export" | "config.servers" | "config.white_labels" | "config.mail" | "journal.view" | "fields.name" | "fields.email" | "fields.phone" | "fields.address" | "fields.documents")[];
            /**
             * @description A ready set of rights, which the user gets besides those in `rights`.
             * @enum {string}
             */
            role?: "dealer" | "back_office" | "auditor";
        };
        StaffOrder: {
            /** @description When the price of a pending order was reached; null = not yet. RFC 3339, UTC. */
            activated_at: string | null;
            /** @description Id of the position closed against it; 0 = none. */
            by_position_id: number;
            /** @description Text of the user for the record. */
            comment: string;
            /** @description Units of the base asset in one lot. In units of the base asset. */
            contract_size: components["schemas"]["Decimal"];
            /** @description When the order came. RFC 3339, UTC. */
            created_at: string | null;
            /** @description Decimals of amounts in the deposit currency. */
            currency_digits: number;
            /** @description Login of the dealer; 0 = none. */
            dealer: number;
            /** @description Distance from the price asked for that is still accepted. In points: units of the last digit of the price. */
            deviation_pts: number;
            /** @description Decimals of the prices of the symbol. */
            digits: number;
            /** @description When the order became final; null = it is working. RFC 3339, UTC. */
            done_at: string | null;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id: number;
            /**
             * @description How long the order waits.
             * @enum {string}
             */
            expiration: "gtc" | "day" | "specified" | "specified_day";
            /** @description End of the lifetime; null = none. RFC 3339, UTC. */
            expires_at: string | null;
            /** @description Id that the provider gave; empty = none. */
            external_id: string;
            /**
             * @description What happens to volume that is not filled at once.
             * @enum {string}
             */
            fill: "fok" | "ioc" | "return";
            /** @description Id of the gateway that executed it; 0 = none. */
            gateway_id: number;
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Id of the order; a position takes the id of the order that opened it. */
            id: number;
            /**
             * @description Kind of the order.
             * @enum {string}
             */
            kind: "market" | "limit" | "stop" | "stop_limit" | "close_by";
            /** @description Did the account answer in time? Else the values are those of the opening. */
            live: boolean;
            /** @description Number of the account. */
            login: number;
            /** @description Other order of a one-cancels-other pair, which ends when this one begins to fill or ends in any way; 0 = none. */
            oco_order_id: number;
            /** @description Where the request came from. */
            origin: components["schemas"]["TradeOrigin"];
            /** @description Id of the position that it concerns; 0 = none yet. */
            position_id: number;
            /** @description Price at which it would be closed or triggered now; null = no quote yet. A price of the symbol. */
            price_current: components["schemas"]["Decimal"] | null;
            /** @description Average price of the fills; null = none. A price of the symbol. */
            price_filled: components["schemas"]["Decimal"] | null;
            /** @description Price at which it waits, or was asked for; null = none. A price of the symbol. */
            price_order: components["schemas"]["Decimal"] | null;
            /** @description Limit price of a stop-limit; null = none. A price of the symbol. */
            price_stop_limit: components["schemas"]["Decimal"] | null;
            /** @description From the margin currency into the deposit currency; 0 = not known. A rate of exchange. */
            rate_margin: components["schemas"]["Decimal"];
            /**
             * @description What caused it: a terminal, a dealer, a stop, the end of a day.
             * @enum {string}
             */
            reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl: components["schemas"]["Decimal"] | null;
            /**
             * @description Where the order stands; filled, canceled, rejected, expired are final.
             * @enum {string}
             */
            state: "started" | "request_add" | "placed" | "partial" | "request_modify" | "request_cancel" | "filled" | "canceled" | "rejected" | "expired";
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp: components["schemas"]["Decimal"] | null;
            /** @description Distance at which the stop loss follows the market; 0 = off. In points: units of the last digit of the price. */
            trail_pts: number;
            /** @description Size that is not filled. In lots. */
            volume_current: components["schemas"]["Decimal"];
            /** @description Size of fills that staff decided not to book; the provider counts them. In lots. */
            volume_declined: components["schemas"]["Decimal"];
            /** @description Size that is filled. In lots. */
            volume_filled: components["schemas"]["Decimal"];
            /** @description Size of fills at the provider that staff decide on. In lots. */
            volume_held: components["schemas"]["Decimal"];
            /** @description Size that was ordered. In lots. */
            volume_initial: components["schemas"]["Decimal"];
        };
        StaffOrderPage: {
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description The rows of the page. */
            items: components["schemas"]["StaffOrder"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match. */
            total: number;
        };
        StaffPage: {
            /** @description The rows of the page. */
            items: components["schemas"]["StaffUser"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description All rows that match. */
            total: number;
        };
        StaffPassword: {
            /** @description 8 to 16 characters: lower and upper case letters, a digit and a symbol. */
            password: string;
        };
        StaffPatch: {
            /** @description May the user sign in? */
            active?: boolean;
            /** @description E-mail address; empty = none. */
            email?: string;
            /** @description Staff group: a part of its path is `managers` or `administrators`. */
            group?: string;
            /** @description Lists of group masks; a group is in scope where one list fits. */
            group_scope?: string[];
            /** @description Prefixes of addresses to sign in from; empty = any. */
            ip_allow?: string[];
            /** @description How far back the user reads the journal; 0 = without limit. In months. */
            logs_months?: number;
            /** @description Name that traders see; empty = the name itself. */
            mailbox_name?: string;
            /** @description Name of the staff user. */
            name?: string;
            /** @description How far back reports reach; 0 = without limit. In months. */
            reports_months?: number;
            /** @description Names of the rights that the user holds. */
            rights?: ("trades.view" | "trades.edit" | "trades.delete" | "accounts.view" | "accounts.edit" | "accounts.balance" | "accounts.online" | "accounts.delete" | "accounts.password" | "accounts.hidden" | "applications" | "clients.view" | "config.staff" | "mailbox" | "notifications" | "confirm_actions" | "terminal.admin" | "server.machines" | "config.view" | "config.symbols" | "symbols.quick_edit" | "config.leverage" | "config.groups" | "config.datafeeds" | "config.gateways" | "config.routing" | "config.holidays" | "config.reports" | "config.allocation" | "reports" | "reports.export" | "config.servers" | "config.white_labels" | "config.mail" | "journal.view" | "fields.name" | "fields.email" | "fields.phone" | "fields.address" | "fields.documents")[];
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        StaffPosition: {
            /** @description Was the position closed? */
            closed: boolean;
            /** @description Text of the user for the record. */
            comment: string;
            /** @description Units of the base asset in one lot. In units of the base asset. */
            contract_size: components["schemas"]["Decimal"];
            /** @description Decimals of amounts in the deposit currency. */
            currency_digits: number;
            /** @description Login of the dealer; 0 = none. */
            dealer: number;
            /** @description Decimals of the prices of the symbol. */
            digits: number;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id: number;
            /** @description Id that the provider gave; empty = none. */
            external_id: string;
            /** @description Id of the gateway that executed it; 0 = none. */
            gateway_id: number;
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Id of the position: that of the order that opened it. */
            id: number;
            /** @description Did the account answer in time? Else the values are those of the opening. */
            live: boolean;
            /** @description Number of the account. */
            login: number;
            /** @description Margin of the position by itself; information only. In the deposit currency of the account. */
            margin: components["schemas"]["Decimal"];
            /** @description When it was opened. RFC 3339, UTC. */
            opened_at: string | null;
            /** @description Where the request came from. */
            origin: components["schemas"]["TradeOrigin"];
            /** @description Price at which it would be closed or triggered now; null = no quote yet. A price of the symbol. */
            price_current: components["schemas"]["Decimal"] | null;
            /** @description Where staff corrected the opening price: the one that its deals gave; else null. A price of the symbol. */
            price_dealt: components["schemas"]["Decimal"] | null;
            /** @description Average price at which it was opened. A price of the symbol. */
            price_open: components["schemas"]["Decimal"];
            /** @description Floating result at the current price, without swaps. In the deposit currency of the account. */
            profit: components["schemas"]["Decimal"];
            /** @description From the margin currency into the deposit currency; 0 = not known. A rate of exchange. */
            rate_margin: components["schemas"]["Decimal"];
            /** @description From the profit currency into the deposit currency; 0 = not known. A rate of exchange. */
            rate_profit: components["schemas"]["Decimal"];
            /**
             * @description What caused it: a terminal, a dealer, a stop, the end of a day.
             * @enum {string}
             */
            reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl: components["schemas"]["Decimal"] | null;
            /** @description Swaps for positions kept overnight. In the deposit currency of the account. */
            swap: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp: components["schemas"]["Decimal"] | null;
            /** @description Distance at which the stop loss follows the market; 0 = off. In points: units of the last digit of the price. */
            trail_pts: number;
            /** @description When its newest deal was made. RFC 3339, UTC. */
            updated_at: string | null;
            /** @description Size. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        StaffPositionPage: {
            /**
             * @description `current` behind its fence; `projection_pending` before it, and then the list is empty.
             * @enum {string}
             */
            consistency?: "current" | "projection_pending";
            /** @description The rows of the page. */
            items: components["schemas"]["StaffPosition"][];
            /** @description Number of the page, from 1 on. */
            page: number;
            /** @description Number of the newest event that the list contains. */
            projection_seq: string;
            /** @description When to ask again, where the list is pending. In milliseconds. */
            retry_after_ms?: number;
            /** @description All rows that match. */
            total: number;
        };
        StaffReports: {
            /** @description All report lines of the user, in their order. */
            lines: components["schemas"]["ReportLineBody"][];
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        StaffRight: {
            /** @description May the caller give it to others? */
            grantable: boolean;
            /** @description Name of the right, as profiles list it. */
            name: string;
            /** @description What the right opens, in a sentence. */
            says: string;
        };
        StaffRole: {
            /** @description Rights that a staff user of the job needs. */
            rights: ("trades.view" | "trades.edit" | "trades.delete" | "accounts.view" | "accounts.edit" | "accounts.balance" | "accounts.online" | "accounts.delete" | "accounts.password" | "accounts.hidden" | "applications" | "clients.view" | "config.staff" | "mailbox" | "notifications" | "confirm_actions" | "terminal.admin" | "server.machines" | "config.view" | "config.symbols" | "symbols.quick_edit" | "config.leverage" | "config.groups" | "config.datafeeds" | "config.gateways" | "config.routing" | "config.holidays" | "config.reports" | "config.allocation" | "reports" | "reports.export" | "config.servers" | "config.white_labels" | "config.mail" | "journal.view" | "fields.name" | "fields.email" | "fields.phone" | "fields.address" | "fields.documents")[];
            /**
             * @description Name of the set, as a create takes it.
             * @enum {string}
             */
            role: "dealer" | "back_office" | "auditor";
            /** @description The job that it is for, in a sentence. */
            says: string;
        };
        StaffTradeClose: {
            /** @description Text that orders, deals and positions carry. */
            comment?: string;
            /** @description By how much a fill may be worse than `price`, in every execution mode; what would be worse is refused with `trade.requote`. 1000000 = any price. In points: units of the last digit of the price. */
            deviation_pts?: number;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id?: number;
            /**
             * @description `fok` whole or nothing, `ioc` what is there, `return` the rest stays. Left out, a pending order has `return`, and a market order the first of `fok` and `ioc` that its symbol allows: `request` and `instant` execution have `fok` alone.
             * @enum {string}
             */
            fill?: "fok" | "ioc" | "return";
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "close";
            /** @description Id of the position to close or change. */
            position_id: number;
            /** @description The price that the client saw, or at which the order waits. In market and exchange execution it counts with `deviation_pts` alone: the two bound the fill. A price of the symbol. */
            price?: components["schemas"]["Decimal"];
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /** @description Request id whose new price is accepted by this request. */
            requote_of?: string;
            /** @description May the trade take more than the free margin? Staff only. */
            skip_margin_check?: boolean;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
            /** @description Size; for a close nothing = all of the position. In lots. */
            volume?: components["schemas"]["Decimal"];
        };
        StaffTradeCloseBy: {
            /** @description Id of the position to close it with. */
            by_position_id: number;
            /** @description Text that orders, deals and positions carry. */
            comment?: string;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id?: number;
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "close_by";
            /** @description Id of the position to close or change. */
            position_id: number;
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /** @description May the trade take more than the free margin? Staff only. */
            skip_margin_check?: boolean;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
        };
        StaffTradeModify: {
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "modify";
            /** @description Id of the position to close or change. */
            position_id: number;
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /** @description May the trade take more than the free margin? Staff only. */
            skip_margin_check?: boolean;
            /** @description Left out, it stays; 0 takes it away, and ends trailing with it. A price of the symbol. */
            sl?: components["schemas"]["Decimal"];
            /** @description Left out, it stays; 0 takes it away. A price of the symbol. */
            tp?: components["schemas"]["Decimal"];
            /** @description Left out, it stays; 0 ends trailing. In points: units of the last digit of the price. */
            trail_pts?: number;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
        };
        StaffTradeOpen: {
            /** @description Text that orders, deals and positions carry. */
            comment?: string;
            /** @description By how much a fill may be worse than `price`, in every execution mode; what would be worse is refused with `trade.requote`. 1000000 = any price. In points: units of the last digit of the price. */
            deviation_pts?: number;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id?: number;
            /**
             * @description `fok` whole or nothing, `ioc` what is there, `return` the rest stays. Left out, a pending order has `return`, and a market order the first of `fok` and `ioc` that its symbol allows: `request` and `instant` execution have `fok` alone.
             * @enum {string}
             */
            fill?: "fok" | "ioc" | "return";
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "open";
            /** @description The price that the client saw, or at which the order waits. In market and exchange execution it counts with `deviation_pts` alone: the two bound the fill. A price of the symbol. */
            price?: components["schemas"]["Decimal"];
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /** @description Request id whose new price is accepted by this request. */
            requote_of?: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description May the trade take more than the free margin? Staff only. */
            skip_margin_check?: boolean;
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl?: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp?: components["schemas"]["Decimal"];
            /** @description Distance at which the stop loss follows the market; 0 = off. In points: units of the last digit of the price. */
            trail_pts?: number;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
            /** @description Size; for a close nothing = all of the position. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        StaffTradePending: {
            /** @description Text that orders, deals and positions carry. */
            comment?: string;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id?: number;
            /**
             * @description Until cancelled, to the end of the day, or to `expires_at`. Left out, a new order has `gtc`, and a changed one keeps its own.
             * @enum {string}
             */
            expiration?: "gtc" | "day" | "specified" | "specified_day";
            /** @description End of the lifetimes `specified` and `specified_day`. RFC 3339, UTC. */
            expires_at?: string;
            /**
             * @description `fok` whole or nothing, `ioc` what is there, `return` the rest stays. Left out, a pending order has `return`, and a market order the first of `fok` and `ioc` that its symbol allows: `request` and `instant` execution have `fok` alone.
             * @enum {string}
             */
            fill?: "fok" | "ioc" | "return";
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "pending";
            /** @description Working order of the account: when one of the two begins to fill, or ends in any way (filled, canceled, rejected, expired), the server ends the other. Left out = none. */
            oco_order_id?: number;
            /**
             * @description Limit, stop or stop-limit.
             * @enum {string}
             */
            order_kind: "limit" | "stop" | "stop_limit";
            /** @description The price that the client saw, or at which the order waits. In market and exchange execution it counts with `deviation_pts` alone: the two bound the fill. A price of the symbol. */
            price: components["schemas"]["Decimal"];
            /** @description Price of the limit order of a stop-limit. A price of the symbol. */
            price_stop_limit?: components["schemas"]["Decimal"];
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description May the trade take more than the free margin? Staff only. */
            skip_margin_check?: boolean;
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl?: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp?: components["schemas"]["Decimal"];
            /** @description Distance at which the stop loss follows the market; 0 = off. In points: units of the last digit of the price. */
            trail_pts?: number;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
            /** @description Size; for a close nothing = all of the position. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        StaffTradePendingCancel: {
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "pending_cancel";
            /** @description Id of the pending order. */
            order_id: number;
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /** @description May the trade take more than the free margin? Staff only. */
            skip_margin_check?: boolean;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
        };
        StaffTradePendingModify: {
            /**
             * @description Until cancelled, to the end of the day, or to `expires_at`. Left out, a new order has `gtc`, and a changed one keeps its own.
             * @enum {string}
             */
            expiration?: "gtc" | "day" | "specified" | "specified_day";
            /** @description End of the lifetimes `specified` and `specified_day`. RFC 3339, UTC. */
            expires_at?: string;
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "pending_modify";
            /** @description Id of the pending order. */
            order_id: number;
            /** @description The price at which the order waits; left out, it stays. A price of the symbol. */
            price?: components["schemas"]["Decimal"];
            /** @description Price of the limit order of a stop-limit; left out, it stays. A price of the symbol. */
            price_stop_limit?: components["schemas"]["Decimal"];
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /** @description May the trade take more than the free margin? Staff only. */
            skip_margin_check?: boolean;
            /** @description Left out, it stays; 0 takes it away, and ends trailing with it. A price of the symbol. */
            sl?: components["schemas"]["Decimal"];
            /** @description Left out, it stays; 0 takes it away. A price of the symbol. */
            tp?: components["schemas"]["Decimal"];
            /** @description Left out, it stays; 0 ends trailing. In points: units of the last digit of the price. */
            trail_pts?: number;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
        };
        StaffUser: {
            /** @description May the user sign in? */
            active: boolean;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description E-mail address; empty = none. */
            email: string;
            /** @description Staff group: a part of its path is `managers` or `administrators`. */
            group: string;
            /** @description Lists of group masks; a group is in scope where one list fits. */
            group_scope: string[];
            /** @description Prefixes of addresses to sign in from; empty = any. */
            ip_allow: string[];
            /** @description Newest sign-in; null = none yet. RFC 3339, UTC. */
            last_access: string | null;
            /** @description Address of the newest sign-in; empty = none yet. */
            last_ip: string;
            /** @description Number of the account. */
            login: number;
            /** @description How far back the user reads the journal; 0 = without limit. In months. */
            logs_months: number;
            /** @description Name that traders see; empty = the name itself. */
            mailbox_name: string;
            /** @description Name of the staff user. */
            name: string;
            /** @description How far back reports reach; 0 = without limit. In months. */
            reports_months: number;
            /** @description Names of the rights that the user holds. */
            rights: ("trades.view" | "trades.edit" | "trades.delete" | "accounts.view" | "accounts.edit" | "accounts.balance" | "accounts.online" | "accounts.delete" | "accounts.password" | "accounts.hidden" | "applications" | "clients.view" | "config.staff" | "mailbox" | "notifications" | "confirm_actions" | "terminal.admin" | "server.machines" | "config.view" | "config.symbols" | "symbols.quick_edit" | "config.leverage" | "config.groups" | "config.datafeeds" | "config.gateways" | "config.routing" | "config.holidays" | "config.reports" | "config.allocation" | "reports" | "reports.export" | "config.servers" | "config.white_labels" | "config.mail" | "journal.view" | "fields.name" | "fields.email" | "fields.phone" | "fields.address" | "fields.documents")[];
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        Symbol: {
            /**
             * @description How margin and result are counted.
             * @enum {string}
             */
            calc_mode: "forex" | "forex_no_leverage" | "cfd" | "cfd_leverage" | "cfd_index" | "futures" | "exchange_stocks";
            /** @description Class of the instrument. */
            category: string;
            /**
             * @description Are bars made of bids or of trades?
             * @enum {string}
             */
            chart_mode: "bid" | "last";
            /** @description Color in lists. */
            color: string;
            /** @description Units of the base asset in one lot. In units of the base asset. */
            contract_size: components["schemas"]["Decimal"];
            /** @description Country of the instrument. */
            country: string;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description What is bought and sold. */
            currency_base: string;
            /** @description What margin is counted in. */
            currency_margin: string;
            /** @description What prices and results are in. */
            currency_profit: string;
            /** @description The instrument in words. */
            description: string;
            /** @description Decimals of the prices. */
            digits: number;
            /** @description After it positions are closed only; null = none. RFC 3339, UTC. */
            ends_at: string | null;
            /** @description Where the instrument is listed. */
            exchange: string;
            /**
             * @description On request, instantly, at market or at an exchange.
             * @enum {string}
             */
            execution_mode: "request" | "instant" | "market" | "exchange";
            /** @description Lifetimes allowed for pending orders. */
            expiration_flags: ("gtc" | "day" | "specified" | "specified_day")[];
            /** @description Policies allowed for market orders. */
            fill_flags: ("fok" | "ioc")[];
            /** @description Further quotes after which a new level is accepted. */
            filter_count: number;
            /** @description A quote of a datafeed further than this from the last accepted one is held back; 0 = none. In points: units of the last digit of the price. */
            filter_pts: number;
            /** @description Time in which these quotes must come. In seconds. */
            filter_sec: number;
            /** @description Nearer to the price nothing can be changed. In points: units of the last digit of the price. */
            freeze_level: number;
            /**
             * @description Whether orders and stops outlive the trading day.
             * @enum {string}
             */
            gtc_mode: "gtc" | "daily" | "daily_no_stops";
            /** @description Is the margin of the larger side charged when hedged? */
            hedged_larger_leg: boolean;
            /** @description Number of the symbol, also its slot on the price board. */
            id: number;
            /** @description Move against the client that is passed over. In points: units of the last digit of the price. */
            instant_dev_loss_pts: number;
            /** @description Move in favour of the client that is passed over. In points: units of the last digit of the price. */
            instant_dev_profit_pts: number;
            /** @description Larger trades are executed on request; 0 = none are. In lots. */
            instant_max_volume: components["schemas"]["Decimal"];
            /** @description Oldest price that is dealt at; 0 = any that is not better than the market. In seconds. */
            instant_price_age_sec: number;
            /** @description International number of the security; empty = none. */
            isin: string;
            /** @description Farthest price of staff from the market, or of corrections from the deals, or move of a quick edit; 0 = only a first one. In points: units of the last digit of the price. */
            manual_quote_pts: number;
            /** @description Is margin checked again when it is executed? */
            margin_check_process: boolean;
            /** @description Does a stop stay where the margin does not allow its trade? */
            margin_check_sltp: boolean;
            /** @description Contract size of a covered lot, or money where initial margin is set. */
            margin_hedged: components["schemas"]["Decimal"];
            /** @description Money for a lot; 0 = by formula. In the margin currency. */
            margin_initial: components["schemas"]["Decimal"];
            /** @description Money for a lot held; 0 = as initial. In the margin currency. */
            margin_maintenance: components["schemas"]["Decimal"];
            /** @description Factors of the margin by side and kind of order. */
            margin_rates: components["schemas"]["MarginRate"][];
            /** @description Are margin rates of positions renewed at the end of a day? */
            margin_recalc_rates: boolean;
            /** @description Last part of the path; fixed once it is made. */
            name: string;
            /** @description Kinds of orders, and stops, that are allowed. */
            order_flags: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[];
            /** @description Folders and name, joined by backslashes; unique in any letter case. */
            path: string;
            /**
             * @description Are results converted at the rate of deal or market?
             * @enum {string}
             */
            profit_conversion: "by_deal" | "by_market";
            /** @description Older quotes are not traded at; 0 = any age. In seconds. */
            quote_max_delay_sec: number;
            /** @description When quotes are taken, on the server clock. */
            quote_sessions: components["schemas"]["TradingSession"][];
            /** @description How long an offered price stands. In seconds. */
            request_timeout_sec: number;
            /** @description Symbol whose quotes are used; null = its own. */
            source_symbol_id: number | null;
            /** @description Fixed spread; 0 = as feeds send it. In points: units of the last digit of the price. */
            spread: number;
            /** @description Moves the ask. In points: units of the last digit of the price. */
            spread_balance_ask: number;
            /** @description Moves the bid. In points: units of the last digit of the price. */
            spread_balance_bid: number;
            /** @description Before it positions are closed only; null = none. RFC 3339, UTC. */
            starts_at: string | null;
            /**
             * @description Active, switched off, or before or after its dates.
             * @enum {string}
             */
            status: "active" | "disabled" | "upcoming" | "expired";
            /** @description Least distance of stops and orders from the price. In points: units of the last digit of the price. */
            stops_level: number;
            /** @description Divides yearly percents. In days. */
            swap_days_in_year: number;
            /** @description Does a holiday pay no swap, and the day before for it? */
            swap_holidays: boolean;
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_long: components["schemas"]["Decimal"];
            /**
             * @description How swaps are counted.
             * @enum {string}
             */
            swap_mode: "disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid";
            /** @description How often each night counts, Sunday first; null = by the triple day. */
            swap_multipliers: components["schemas"]["Decimal"][] | null;
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_short: components["schemas"]["Decimal"];
            /**
             * @description Weekday whose night counts three times.
             * @enum {string}
             */
            swap_triple_day: "none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
            /** @description Smallest step of the price; 0 = one point. A price of the symbol. */
            tick_size: components["schemas"]["Decimal"];
            /** @description Value of a tick of one lot; 0 = by the contract size. In the profit currency. */
            tick_value: components["schemas"]["Decimal"];
            /**
             * @description What may be done: nothing, buy, sell, close, or everything.
             * @enum {string}
             */
            trade_access: "disabled" | "long_only" | "short_only" | "close_only" | "full";
            /** @description When the symbol trades, on the server clock. */
            trade_sessions: components["schemas"]["TradingSession"][];
            /** @description When it was changed last. RFC 3339, UTC. */
            updated_at: string;
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Most in one direction, orders included; 0 = none. In lots. */
            volume_limit: components["schemas"]["Decimal"];
            /** @description Largest size of a trade. In lots. */
            volume_max: components["schemas"]["Decimal"];
            /** @description Smallest size of a trade. In lots. */
            volume_min: components["schemas"]["Decimal"];
            /** @description Sizes are multiples of it. In lots. */
            volume_step: components["schemas"]["Decimal"];
        };
        SymbolCreate: {
            /**
             * @description How margin and result are counted.
             * @enum {string}
             */
            calc_mode: "forex" | "forex_no_leverage" | "cfd" | "cfd_leverage" | "cfd_index" | "futures" | "exchange_stocks";
            /** @description Class of the instrument. */
            category?: string;
            /**
             * @description Are bars made of bids or of trades?
             * @enum {string}
             */
            chart_mode?: "bid" | "last";
            /** @description Color in lists. */
            color?: string;
            /** @description Units of the base asset in one lot. In units of the base asset. */
            contract_size: components["schemas"]["Decimal"];
            /** @description Country of the instrument. */
            country?: string;
            /** @description What is bought and sold. */
            currency_base: string;
            /** @description What margin is counted in. */
            currency_margin?: string;
            /** @description What prices and results are in. */
            currency_profit: string;
            /** @description The instrument in words. */
            description?: string;
            /** @description Decimals of the prices. */
            digits: number;
            /** @description After it positions are closed only; null = none. RFC 3339, UTC. */
            ends_at?: string | null;
            /** @description Where the instrument is listed. */
            exchange?: string;
            /**
             * @description On request, instantly, at market or at an exchange.
             * @enum {string}
             */
            execution_mode?: "request" | "instant" | "market" | "exchange";
            /** @description Lifetimes allowed for pending orders. */
            expiration_flags?: ("gtc" | "day" | "specified" | "specified_day")[];
            /** @description Policies allowed for market orders. */
            fill_flags?: ("fok" | "ioc")[];
            /** @description Further quotes after which a new level is accepted. */
            filter_count?: number;
            /** @description A quote of a datafeed further than this from the last accepted one is held back; 0 = none. In points: units of the last digit of the price. */
            filter_pts?: number;
            /** @description Time in which these quotes must come. In seconds. */
            filter_sec?: number;
            /** @description Nearer to the price nothing can be changed. In points: units of the last digit of the price. */
            freeze_level?: number;
            /**
             * @description Whether orders and stops outlive the trading day.
             * @enum {string}
             */
            gtc_mode?: "gtc" | "daily" | "daily_no_stops";
            /** @description Is the margin of the larger side charged when hedged? */
            hedged_larger_leg?: boolean;
            /** @description Move against the client that is passed over. In points: units of the last digit of the price. */
            instant_dev_loss_pts?: number;
            /** @description Move in favour of the client that is passed over. In points: units of the last digit of the price. */
            instant_dev_profit_pts?: number;
            /** @description Larger trades are executed on request; 0 = none are. In lots. */
            instant_max_volume?: components["schemas"]["Decimal"];
            /** @description Oldest price that is dealt at; 0 = any that is not better than the market. In seconds. */
            instant_price_age_sec?: number;
            /** @description International number of the security; empty = none. */
            isin?: string;
            /** @description Farthest price of staff from the market, or of corrections from the deals, or move of a quick edit; 0 = only a first one. In points: units of the last digit of the price. */
            manual_quote_pts?: number;
            /** @description Is margin checked again when it is executed? */
            margin_check_process?: boolean;
            /** @description Does a stop stay where the margin does not allow its trade? */
            margin_check_sltp?: boolean;
            /** @description Contract size of a covered lot, or money where initial margin is set. */
            margin_hedged?: components["schemas"]["Decimal"];
            /** @description Money for a lot; 0 = by formula. In the margin currency. */
            margin_initial?: components["schemas"]["Decimal"];
            /** @description Money for a lot held; 0 = as initial. In the margin currency. */
            margin_maintenance?: components["schemas"]["Decimal"];
            /** @description Factors of the margin by side and kind of order. */
            margin_rates?: components["schemas"]["MarginRateInput"][];
            /** @description Are margin rates of positions renewed at the end of a day? */
            margin_recalc_rates?: boolean;
            /** @description Last part of the path; fixed once it is made. */
            name?: string;
            /** @description Kinds of orders, and stops, that are allowed. */
            order_flags?: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[];
            /** @description Folders and name, joined by backslashes; unique in any letter case. */
            path: string;
            /**
             * @description Are results converted at the rate of deal or market?
             * @enum {string}
             */
            profit_conversion?: "by_deal" | "by_market";
            /** @description Older quotes are not traded at; 0 = any age. In seconds. */
            quote_max_delay_sec?: number;
            /** @description When quotes are taken, on the server clock. */
            quote_sessions?: components["schemas"]["TradingSessionInput"][];
            /** @description How long an offered price stands. In seconds. */
            request_timeout_sec?: number;
            /** @description Symbol whose quotes are used; null = its own. */
            source_symbol_id?: number | null;
            /** @description Fixed spread; 0 = as feeds send it. In points: units of the last digit of the price. */
            spread?: number;
            /** @description Moves the ask. In points: units of the last digit of the price. */
            spread_balance_ask?: number;
            /** @description Moves the bid. In points: units of the last digit of the price. */
            spread_balance_bid?: number;
            /** @description Before it positions are closed only; null = none. RFC 3339, UTC. */
            starts_at?: string | null;
            /** @description Least distance of stops and orders from the price. In points: units of the last digit of the price. */
            stops_level?: number;
            /** @description Divides yearly percents. In days. */
            swap_days_in_year?: number;
            /** @description Does a holiday pay no swap, and the day before for it? */
            swap_holidays?: boolean;
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_long?: components["schemas"]["Decimal"];
            /**
             * @description How swaps are counted.
             * @enum {string}
             */
            swap_mode?: "disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid";
            /** @description How often each night counts, Sunday first; null = by the triple day. */
            swap_multipliers?: components["schemas"]["Decimal"][] | null;
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_short?: components["schemas"]["Decimal"];
            /**
             * @description Weekday whose night counts three times.
             * @enum {string}
             */
            swap_triple_day?: "none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
            /** @description Smallest step of the price; 0 = one point. A price of the symbol. */
            tick_size?: components["schemas"]["Decimal"];
            /** @description Value of a tick of one lot; 0 = by the contract size. In the profit currency. */
            tick_value?: components["schemas"]["Decimal"];
            /**
             * @description What may be done: nothing, buy, sell, close, or everything.
             * @enum {string}
             */
            trade_access?: "disabled" | "long_only" | "short_only" | "close_only" | "full";
            /** @description When the symbol trades, on the server clock. */
            trade_sessions?: components["schemas"]["TradingSessionInput"][];
            /** @description Most in one direction, orders included; 0 = none. In lots. */
            volume_limit?: components["schemas"]["Decimal"];
            /** @description Largest size of a trade. In lots. */
            volume_max?: components["schemas"]["Decimal"];
            /** @description Smallest size of a trade. In lots. */
            volume_min?: components["schemas"]["Decimal"];
            /** @description Sizes are multiples of it. In lots. */
            volume_step?: components["schemas"]["Decimal"];
        };
        SymbolImport: {
            /**
             * @description What was done; with `dry_run`, what would be.
             * @enum {string}
             */
            action: "created" | "translated" | "skipped" | "error";
            /** @description Why it failed; else empty. */
            error: string;
            /** @description Name at the provider. */
            name: string;
            /** @description Its name here; empty = none. */
            symbol: string;
        };
        SymbolImportBody: {
            /** @description Tells what would be done, and does nothing. */
            dry_run?: boolean;
            /** @description Folder of new symbols. */
            folder: string;
            /** @description Names at the provider or masks; the last that fits decides. */
            symbols: string[];
        };
        SymbolPatch: {
            /**
             * @description How margin and result are counted.
             * @enum {string}
             */
            calc_mode?: "forex" | "forex_no_leverage" | "cfd" | "cfd_leverage" | "cfd_index" | "futures" | "exchange_stocks";
            /** @description Class of the instrument. */
            category?: string;
            /**
             * @description Are bars made of bids or of trades?
             * @enum {string}
             */
            chart_mode?: "bid" | "last";
            /** @description Color in lists. */
            color?: string;
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Units of the base asset in one lot. In units of the base asset. */
            contract_size?: components["schemas"]["Decimal"];
            /** @description Country of the instrument. */
            country?: string;
            /** @description What is bought and sold. */
            currency_base?: string;
            /** @description What margin is counted in. */
            currency_margin?: string;
            /** @description What prices and results are in. */
            currency_profit?: string;
            /** @description The instrument in words. */
            description?: string;
            /** @description Decimals of the prices. */
            digits?: number;
            /** @description After it positions are closed only; null = none. RFC 3339, UTC. */
            ends_at?: string | null;
            /** @description Where the instrument is listed. */
            exchange?: string;
            /**
             * @description On request, instantly, at market or at an exchange.
             * @enum {string}
             */
            execution_mode?: "request" | "instant" | "market" | "exchange";
            /** @description Lifetimes allowed for pending orders. */
            expiration_flags?: ("gtc" | "day" | "specified" | "specified_day")[];
            /** @description Policies allowed for market orders. */
            fill_flags?: ("fok" | "ioc")[];
            /** @description Further quotes after which a new level is accepted. */
            filter_count?: number;
            /** @description A quote of a datafeed further than this from the last accepted one is held back; 0 = none. In points: units of the last digit of the price. */
            filter_pts?: number;
            /** @description Time in which these quotes must come. In seconds. */
            filter_sec?: number;
            /** @description Nearer to the price nothing can be changed. In points: units of the last digit of the price. */
            freeze_level?: number;
            /**
             * @description Whether orders and stops outlive the trading day.
             * @enum {string}
             */
            gtc_mode?: "gtc" | "daily" | "daily_no_stops";
            /** @description Is the margin of the larger side charged when hedged? */
            hedged_larger_leg?: boolean;
            /** @description Move against the client that is passed over. In points: units of the last digit of the price. */
            instant_dev_loss_pts?: number;
            /** @description Move in favour of the client that is passed over. In points: units of the last digit of the price. */
            instant_dev_profit_pts?: number;
            /** @description Larger trades are executed on request; 0 = none are. In lots. */
            instant_max_volume?: components["schemas"]["Decimal"];
            /** @description Oldest price that is dealt at; 0 = any that is not better than the market. In seconds. */
            instant_price_age_sec?: number;
            /** @description International number of the security; empty = none. */
            isin?: string;
            /** @description Farthest price of staff from the market, or of corrections from the deals, or move of a quick edit; 0 = only a first one. In points: units of the last digit of the price. */
            manual_quote_pts?: number;
            /** @description Is margin checked again when it is executed? */
            margin_check_process?: boolean;
            /** @description Does a stop stay where the margin does not allow its trade? */
            margin_check_sltp?: boolean;
            /** @description Contract size of a covered lot, or money where initial margin is set. */
            margin_hedged?: components["schemas"]["Decimal"];
            /** @description Money for a lot; 0 = by formula. In the margin currency. */
            margin_initial?: components["schemas"]["Decimal"];
            /** @description Money for a lot held; 0 = as initial. In the margin currency. */
            margin_maintenance?: components["schemas"]["Decimal"];
            /** @description Factors of the margin by side and kind of order. */
            margin_rates?: components["schemas"]["MarginRateInput"][];
            /** @description Are margin rates of positions renewed at the end of a day? */
            margin_recalc_rates?: boolean;
            /** @description Last part of the path; fixed once it is made. */
            name?: string;
            /** @description Kinds of orders, and stops, that are allowed. */
            order_flags?: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[];
            /** @description Folders and name, joined by backslashes; unique in any letter case. */
            path?: string;
            /**
             * @description Are results converted at the rate of deal or market?
             * @enum {string}
             */
            profit_conversion?: "by_deal" | "by_market";
            /** @description Older quotes are not traded at; 0 = any age. In seconds. */
            quote_max_delay_sec?: number;
            /** @description When quotes are taken, on the server clock. */
            quote_sessions?: components["schemas"]["TradingSessionInput"][];
            /** @description How long an offered price stands. In seconds. */
            request_timeout_sec?: number;
            /** @description Symbol whose quotes are used; null = its own. */
            source_symbol_id?: number | null;
            /** @description Fixed spread; 0 = as feeds send it. In points: units of the last digit of the price. */
            spread?: number;
            /** @description Moves the ask. In points: units of the last digit of the price. */
            spread_balance_ask?: number;
            /** @description Moves the bid. In points: units of the last digit of the price. */
            spread_balance_bid?: number;
            /** @description Before it positions are closed only; null = none. RFC 3339, UTC. */
            starts_at?: string | null;
            /** @description Least distance of stops and orders from the price. In points: units of the last digit of the price. */
            stops_level?: number;
            /** @description Divides yearly percents. In days. */
            swap_days_in_year?: number;
            /** @description Does a holiday pay no swap, and the day before for it? */
            swap_holidays?: boolean;
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_long?: components["schemas"]["Decimal"];
            /**
             * @description How swaps are counted.
             * @enum {string}
             */
            swap_mode?: "disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid";
            /** @description How often each night counts, Sunday first; null = by the triple day. */
            swap_multipliers?: components["schemas"]["Decimal"][] | null;
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_short?: components["schemas"]["Decimal"];
            /**
             * @description Weekday whose night counts three times.
             * @enum {string}
             */
            swap_triple_day?: "none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
            /** @description Smallest step of the price; 0 = one point. A price of the symbol. */
            tick_size?: components["schemas"]["Decimal"];
            /** @description Value of a tick of one lot; 0 = by the contract size. In the profit currency. */
            tick_value?: components["schemas"]["Decimal"];
            /**
             * @description What may be done: nothing, buy, sell, close, or everything.
             * @enum {string}
             */
            trade_access?: "disabled" | "long_only" | "short_only" | "close_only" | "full";
            /** @description When the symbol trades, on the server clock. */
            trade_sessions?: components["schemas"]["TradingSessionInput"][];
            /** @description Rises with each change; a change names the version last read. */
            version: number;
            /** @description Most in one direction, orders included; 0 = none. In lots. */
            volume_limit?: components["schemas"]["Decimal"];
            /** @description Largest size of a trade. In lots. */
            volume_max?: components["schemas"]["Decimal"];
            /** @description Smallest size of a trade. In lots. */
            volume_min?: components["schemas"]["Decimal"];
            /** @description Sizes are multiples of it. In lots. */
            volume_step?: components["schemas"]["Decimal"];
        };
        SymbolQuickEdit: {
            /** @description The code of the confirmation, as the user typed it. */
            confirm_code?: string;
            /** @description Token of the confirmation of this request. */
            confirm_token?: string;
            /** @description Nearer to the price nothing can be changed. In points: units of the last digit of the price. */
            freeze_level?: number;
            /** @description Fixed spread; 0 = as feeds send it. In points: units of the last digit of the price. */
            spread?: number;
            /** @description Least distance of stops and orders from the price. In points: units of the last digit of the price. */
            stops_level?: number;
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_long?: components["schemas"]["Decimal"];
            /** @description For a night; above zero in favour of the client. In currency, points or percent, as the mode says. */
            swap_short?: components["schemas"]["Decimal"];
            /**
             * @description Weekday whose night counts three times.
             * @enum {string}
             */
            swap_triple_day?: "none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
            /**
             * @description What may be done: nothing, buy, sell, close, or everything.
             * @enum {string}
             */
            trade_access?: "disabled" | "long_only" | "short_only" | "close_only" | "full";
            /** @description Rises with each change; a change names the version last read. */
            version: number;
        };
        TemplateReset: {
            /** @description Version that was read last. */
            version: number;
        };
        TerminalBrand: {
            /** @description Postal address of the company. */
            address: string;
            /** @description `#rrggbb`; empty = that of the terminal. */
            color_accent: string;
            /** @description `#rrggbb`; empty = that of the terminal. */
            color_primary: string;
            /** @description `#rrggbb`; empty = that of the terminal. */
            color_secondary: string;
            /** @description Company that it is of; a company has at most one brand. */
            company: string;
            /** @description Web address of the terms of use; empty = none. */
            eula_url: string;
            /** @description Web addresses by the names of their pages. */
            links: {
                [key: string]: string;
            };
            /** @description Phone number of the company. */
            phone: string;
            /** @description Name of the terminal. */
            program_name: string;
            /** @description Name under which terminals show the server. */
            server_name: string;
            /** @description Name where there is little room. */
            short_name: string;
            /** @description E-mail address for questions; empty = none. */
            support_email: string;
            /** @description Web address of the company; empty = none. */
            website: string;
        };
        TokensView: {
            /** @description When the access token ends. RFC 3339, UTC. */
            access_expires_at: string;
            /** @description Sent as `Authorization: Bearer`; empty for browsers. */
            access_token: string;
            /** @description Browsers send it back in `X-CSRF-Token`. */
            csrf_token: string;
            /** @description Gets new tokens, once; empty for browsers. */
            refresh_token: string;
            /** @description The session that the tokens belong to. */
            session: components["schemas"]["SessionView"];
            /** @description When the session ends, however often refreshed. RFC 3339, UTC. */
            session_expires_at: string;
        };
        TradeCheck: {
            /** @description Words that the field may be. */
            allowed?: string[];
            /** @description Price at which is bought. A price of the symbol. */
            ask: components["schemas"]["Decimal"] | null;
            /** @description Price at which is sold. A price of the symbol. */
            bid: components["schemas"]["Decimal"] | null;
            /** @description The code that the trade would be answered; `ok` = it would be done. */
            code: string;
            /** @description Commission charged; below zero where the account paid. In the deposit currency of the account. */
            commission: components["schemas"]["Decimal"] | null;
            /** @description Charged at the end of day or month. In the deposit currency of the account. */
            commission_blocked: components["schemas"]["Decimal"] | null;
            /** @description Deposit currency, in which all amounts are. */
            currency: string;
            /** @description Equity of the account afterwards. In the deposit currency of the account. */
            equity_after: components["schemas"]["Decimal"] | null;
            /** @description Fee charged; below zero where the account paid. In the deposit currency of the account. */
            fee: components["schemas"]["Decimal"] | null;
            /** @description Field of the request that is at fault. */
            field?: string;
            /** @description Money that there is for it, in `currency`. */
            free?: string;
            /** @description Currency that nothing converts now. */
            from?: string;
            /** @description By how much the margin would grow. In the deposit currency of the account. */
            margin: components["schemas"]["Decimal"] | null;
            /** @description Margin of the account afterwards. In the deposit currency of the account. */
            margin_after: components["schemas"]["Decimal"] | null;
            /** @description Free margin afterwards. In the deposit currency of the account. */
            margin_free_after: components["schemas"]["Decimal"] | null;
            /** @description Equity in parts of the margin. In percent. */
            margin_level_after: components["schemas"]["Decimal"] | null;
            /** @description Most value of the field, in its own unit. */
            max?: string;
            /** @description A sentence for people. */
            message: string;
            /** @description Least value of the field, in its own unit. */
            min?: string;
            /** @description Time at which the market of the symbol opens. */
            opens_at?: string;
            /** @description What the volume gains by a point. In the deposit currency of the account. */
            point_value: components["schemas"]["Decimal"] | null;
            /** @description Price that it would fill or rest at; null = none. A price of the symbol. */
            price: components["schemas"]["Decimal"] | null;
            /** @description Result that it would realise; null = none. In the deposit currency of the account. */
            profit: components["schemas"]["Decimal"] | null;
            /** @description Money that the request needs, in `currency`. */
            required?: string;
            /** @description The rule that was not kept. */
            rule?: string;
            /**
             * @description What the trade would be answered.
             * @enum {string}
             */
            status: "done" | "partial" | "placed" | "queued" | "requote" | "rejected";
            /** @description Values of the field are multiples of it. */
            step?: string;
            /** @description Swaps for positions kept overnight. In the deposit currency of the account. */
            swap: components["schemas"]["Decimal"] | null;
            /** @description Name of the symbol at fault. */
            symbol: string | null;
            /** @description What the volume gains by a tick. In the deposit currency of the account. */
            tick_value: components["schemas"]["Decimal"] | null;
            /** @description Currency that it was to be converted into. */
            to?: string;
            /** @description What the account has of what `max` bounds. */
            used?: string;
            /** @description Size that would be dealt or placed; null = none. In lots. */
            volume: components["schemas"]["Decimal"] | null;
        };
        TradeClose: {
            /** @description Text that orders, deals and positions carry. */
            comment?: string;
            /** @description By how much a fill may be worse than `price`, in every execution mode; what would be worse is refused with `trade.requote`. 1000000 = any price. In points: units of the last digit of the price. */
            deviation_pts?: number;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id?: number;
            /**
             * @description `fok` whole or nothing, `ioc` what is there, `return` the rest stays. Left out, a pending order has `return`, and a market order the first of `fok` and `ioc` that its symbol allows: `request` and `instant` execution have `fok` alone.
             * @enum {string}
             */
            fill?: "fok" | "ioc" | "return";
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "close";
            /** @description Id of the position to close or change. */
            position_id: number;
            /** @description The price that the client saw, or at which the order waits. In market and exchange execution it counts with `deviation_pts` alone: the two bound the fill. A price of the symbol. */
            price?: components["schemas"]["Decimal"];
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /** @description Request id whose new price is accepted by this request. */
            requote_of?: string;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
            /** @description Size; for a close nothing = all of the position. In lots. */
            volume?: components["schemas"]["Decimal"];
        };
        TradeCloseBy: {
            /** @description Id of the position to close it with. */
            by_position_id: number;
            /** @description Text that orders, deals and positions carry. */
            comment?: string;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id?: number;
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "close_by";
            /** @description Id of the position to close or change. */
            position_id: number;
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
        };
        TradeModify: {
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "modify";
            /** @description Id of the position to close or change. */
            position_id: number;
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /** @description Left out, it stays; 0 takes it away, and ends trailing with it. A price of the symbol. */
            sl?: components["schemas"]["Decimal"];
            /** @description Left out, it stays; 0 takes it away. A price of the symbol. */
            tp?: components["schemas"]["Decimal"];
            /** @description Left out, it stays; 0 ends trailing. In points: units of the last digit of the price. */
            trail_pts?: number;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
        };
        TradeOpen: {
            /** @description Text that orders, deals and positions carry. */
            comment?: string;
            /** @description By how much a fill may be worse than `price`, in every execution mode; what would be worse is refused with `trade.requote`. 1000000 = any price. In points: units of the last digit of the price. */
            deviation_pts?: number;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id?: number;
            /**
             * @description `fok` whole or nothing, `ioc` what is there, `return` the rest stays. Left out, a pending order has `return`, and a market order the first of `fok` and `ioc` that its symbol allows: `request` and `instant` execution have `fok` alone.
             * @enum {string}
             */
            fill?: "fok" | "ioc" | "return";
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "open";
            /** @description The price that the client saw, or at which the order waits. In market and exchange execution it counts with `deviation_pts` alone: the two bound the fill. A price of the symbol. */
            price?: components["schemas"]["Decimal"];
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /** @description Request id whose new price is accepted by this request. */
            requote_of?: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl?: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp?: components["schemas"]["Decimal"];
            /** @description Distance at which the stop loss follows the market; 0 = off. In points: units of the last digit of the price. */
            trail_pts?: number;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
            /** @description Size; for a close nothing = all of the position. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        TradeOrigin: {
            /** @description Login of the dealer who traded for the account. */
            dealer?: number;
            /** @description Address of the network that the request came from. */
            ip?: string;
            /** @description Id of the session. */
            session?: string;
            /** @description Terminal of the session. */
            terminal?: string;
        };
        TradePending: {
            /** @description Text that orders, deals and positions carry. */
            comment?: string;
            /** @description Number that the trading program gives itself; 0 = none. */
            expert_id?: number;
            /**
             * @description Until cancelled, to the end of the day, or to `expires_at`. Left out, a new order has `gtc`, and a changed one keeps its own.
             * @enum {string}
             */
            expiration?: "gtc" | "day" | "specified" | "specified_day";
            /** @description End of the lifetimes `specified` and `specified_day`. RFC 3339, UTC. */
            expires_at?: string;
            /**
             * @description `fok` whole or nothing, `ioc` what is there, `return` the rest stays. Left out, a pending order has `return`, and a market order the first of `fok` and `ioc` that its symbol allows: `request` and `instant` execution have `fok` alone.
             * @enum {string}
             */
            fill?: "fok" | "ioc" | "return";
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "pending";
            /** @description Working order of the account: when one of the two begins to fill, or ends in any way (filled, canceled, rejected, expired), the server ends the other. Left out = none. */
            oco_order_id?: number;
            /**
             * @description Limit, stop or stop-limit.
             * @enum {string}
             */
            order_kind: "limit" | "stop" | "stop_limit";
            /** @description The price that the client saw, or at which the order waits. In market and exchange execution it counts with `deviation_pts` alone: the two bound the fill. A price of the symbol. */
            price: components["schemas"]["Decimal"];
            /** @description Price of the limit order of a stop-limit. A price of the symbol. */
            price_stop_limit?: components["schemas"]["Decimal"];
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl?: components["schemas"]["Decimal"];
            /** @description Name of the symbol. */
            symbol: string;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp?: components["schemas"]["Decimal"];
            /** @description Distance at which the stop loss follows the market; 0 = off. In points: units of the last digit of the price. */
            trail_pts?: number;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
            /** @description Size; for a close nothing = all of the position. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        TradePendingCancel: {
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "pending_cancel";
            /** @description Id of the pending order. */
            order_id: number;
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
        };
        TradePendingModify: {
            /**
             * @description Until cancelled, to the end of the day, or to `expires_at`. Left out, a new order has `gtc`, and a changed one keeps its own.
             * @enum {string}
             */
            expiration?: "gtc" | "day" | "specified" | "specified_day";
            /** @description End of the lifetimes `specified` and `specified_day`. RFC 3339, UTC. */
            expires_at?: string;
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "pending_modify";
            /** @description Id of the pending order. */
            order_id: number;
            /** @description The price at which the order waits; left out, it stays. A price of the symbol. */
            price?: components["schemas"]["Decimal"];
            /** @description Price of the limit order of a stop-limit; left out, it stays. A price of the symbol. */
            price_stop_limit?: components["schemas"]["Decimal"];
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /** @description Left out, it stays; 0 takes it away, and ends trailing with it. A price of the symbol. */
            sl?: components["schemas"]["Decimal"];
            /** @description Left out, it stays; 0 takes it away. A price of the symbol. */
            tp?: components["schemas"]["Decimal"];
            /** @description Left out, it stays; 0 ends trailing. In points: units of the last digit of the price. */
            trail_pts?: number;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
        };
        TradePrice: {
            /**
             * @description What is asked for; it decides which other fields there are.
             * @constant
             */
            kind: "price";
            /** @description UUID of the client, of any version; sent again it trades nothing. */
            request_id: string;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Name of the symbol. */
            symbol: string;
            /** @description A request that is processed later than this is refused with `trade.canceled` (409), and nothing is done. Left out, it is valid at any time. RFC 3339, UTC. */
            valid_until?: string;
            /** @description Size; for a close nothing = all of the position. In lots. */
            volume?: components["schemas"]["Decimal"];
        };
        TradeResult: {
            /** @description Words that the field may be. */
            allowed?: string[];
            /** @description Price at which is bought. A price of the symbol. */
            ask: components["schemas"]["Decimal"] | null;
            /** @description Price at which is sold. A price of the symbol. */
            bid: components["schemas"]["Decimal"] | null;
            /** @description Result code; `ok` where something was done. */
            code: string;
            /** @description Currency of the two amounts. */
            currency?: string;
            /** @description Ids of the deals that it made. */
            deal_ids: number[];
            /** @description When it was decided; null = it waits. RFC 3339, UTC. */
            done_at: string | null;
            /** @description Field of the request that is at fault. */
            field?: string;
            /** @description Money that there is for it, in `currency`. */
            free?: string;
            /** @description Currency that nothing converts now. */
            from?: string;
            /** @description Most value of the field, in its own unit. */
            max?: string;
            /** @description The outcome in words; empty where there is nothing to say. */
            message: string;
            /** @description Least value of the field, in its own unit. */
            min?: string;
            /** @description Time at which the market of the symbol opens. */
            opens_at?: string;
            /** @description Id of the order; null = none. */
            order_id: number | null;
            /** @description Id of the position; null = none. */
            position_id: number | null;
            /** @description Price of the execution or the offer; null = none. A price of the symbol. */
            price: components["schemas"]["Decimal"] | null;
            /** @description Was the request carried out before? This is the first result. */
            repeated: boolean;
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /** @description Money that the request needs, in `currency`. */
            required?: string;
            /** @description The rule that was not kept. */
            rule?: string;
            /** @description Event in the log; reads fence on it. Null = nothing was done. */
            seq: string | null;
            /**
             * @description Done, partly done, placed, queued at a dealer, requoted or rejected.
             * @enum {string}
             */
            status: "done" | "partial" | "placed" | "queued" | "requote" | "rejected";
            /** @description Values of the field are multiples of it. */
            step?: string;
            /** @description Name of the symbol at fault. */
            symbol?: string;
            /** @description Currency that it was to be converted into. */
            to?: string;
            /** @description What the account has of what `max` bounds. */
            used?: string;
            /** @description Size that was done or placed. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        TraderMailSend: {
            /** @description Files that are sent with it; the files of the draft are sent too. */
            attachments?: components["schemas"]["NewAttachment"][];
            /** @description Text of the message. */
            body?: string;
            /** @description Id of the draft that it is sent from, and that goes with it; 0 = none. */
            draft_id?: number;
            /** @description Id of the copy that it answers; 0 = none. */
            reply_to?: number;
            /** @description Subject in one line. */
            subject?: string;
            /** @description Login of the staff user to whom a trader writes; 0 = none. */
            to?: number;
        };
        TradingSession: {
            /** @description 0 = Sunday to 6 = Saturday. */
            day: number;
            /** @description Minute of the day, server clock, at which it starts. In minutes. */
            from_min: number;
            /** @description Minute of the day at which it ends, exclusive. In minutes. */
            to_min: number;
        };
        TradingSessionInput: {
            /** @description 0 = Sunday to 6 = Saturday. */
            day: number;
            /** @description Minute of the day, server clock, at which it starts. In minutes. */
            from_min?: number;
            /** @description Minute of the day at which it ends, exclusive. In minutes. */
            to_min?: number;
        };
        TransferBody: {
            /** @description The file as it was exported. */
            file: components["schemas"]["TransferUpload"];
            /** @description How items that are there, or are not, are dealt with. */
            options?: components["schemas"]["TransferOptions"];
            /** @description Items to take; nothing = all of the file. */
            select?: components["schemas"]["TransferSelection"];
        };
        TransferCatalog: {
            /** @description Every kind with its items. */
            kinds: components["schemas"]["TransferCatalogKind"][];
        };
        TransferCatalogItem: {
            /** @description Key of the item among its kind. */
            key: string;
            /** @description Its name for people. */
            name: string;
        };
        TransferCatalogKind: {
            /** @description May the caller export it? */
            can_read: boolean;
            /** @description May the caller import it? */
            can_write: boolean;
            /** @description Number of its items. */
            count: number;
            /** @description Its items by key. */
            items: components["schemas"]["TransferCatalogItem"][];
            /** @description Field by which its items are known. */
            key_field: string;
            /**
             * @description Kind of settings.
             * @enum {string}
             */
            kind: "symbols" | "leverage_profiles" | "groups" | "staff" | "datafeeds" | "gateways" | "routing" | "holidays" | "reports" | "brands" | "allocations" | "allocation_settings" | "sign_up" | "email_templates" | "mail_servers" | "platform" | "logical_servers";
        };
        TransferDeleteItem: {
            /**
             * @description What was, or would be, done.
             * @enum {string}
             */
            action: "delete" | "deleted" | "refused" | "not_found";
            /** @description Why it was refused or failed; empty = it was not. */
            error: string;
            /** @description Key of the item among its kind. */
            key: string;
            /** @description What to look at afterwards; empty = nothing. */
            warning: string;
        };
        TransferFile: {
            /** @description Kinds that the caller may not read. */
            denied: string[];
            /** @description When the file was made. RFC 3339, UTC. */
            exported_at: string;
            /** @description Always `app-config`. */
            format: string;
            /** @description Field by which items are known; empty = there is one item. */
            key_fields: {
                [key: string]: string;
            };
            /** @description Items by kind. */
            kinds: {
                [key: string]: {
                    [key: string]: unknown;
                }[];
            };
            /** @description Staff login here by login of the server of the file; null = nobody. */
            logins?: {
                [key: string]: number;
            };
            /** @description Server that the file comes from. */
            source: string;
            /** @description Version of the format. */
            version: number;
        };
        TransferItem: {
            /** @description What was, or would be, done. */
            action: string;
            /** @description Fields that change. */
            changes: string[];
            /** @description Why it was refused or failed; empty = it was not. */
            error: string;
            /** @description Key of the item among its kind. */
            key: string;
            /**
             * @description Kind of settings.
             * @enum {string}
             */
            kind: "symbols" | "leverage_profiles" | "groups" | "staff" | "datafeeds" | "gateways" | "routing" | "holidays" | "reports" | "brands" | "allocations" | "allocation_settings" | "sign_up" | "email_templates" | "mail_servers" | "platform" | "logical_servers";
            /** @description What to look at afterwards. */
            warnings: string[];
        };
        TransferKinds: {
            /** @description Items of the settings of allocation. */
            allocation_settings?: unknown[];
            /** @description Items of allocation rules. */
            allocations?: unknown[];
            /** @description Items of brands. */
            brands?: unknown[];
            /** @description Items of datafeeds. */
            datafeeds?: unknown[];
            /** @description Items of e-mail templates. */
            email_templates?: unknown[];
            /** @description Items of gateways. */
            gateways?: unknown[];
            /** @description Items of groups. */
            groups?: unknown[];
            /** @description Items of holidays. */
            holidays?: unknown[];
            /** @description Items of leverage profiles. */
            leverage_profiles?: unknown[];
            /** @description Items of logical servers. */
            logical_servers?: unknown[];
            /** @description Items of mail servers. */
            mail_servers?: unknown[];
            /** @description Items of the settings of the platform. */
            platform?: unknown[];
            /** @description Items of report configurations. */
            reports?: unknown[];
            /** @description Items of routing rules. */
            routing?: unknown[];
            /** @description Items of the settings of sign-up. */
            sign_up?: unknown[];
            /** @description Items of staff users, by login. */
            staff?: unknown[];
            /** @description Items of symbols. */
            symbols?: unknown[];
        };
        TransferOptions: {
            /**
             * @description Create and change, create alone, or change alone.
             * @enum {string}
             */
            mode?: "upsert" | "create_only" | "update_only";
            /** @description Do datafeeds, gateways and mail servers that are new or disabled here stay disabled? New ones without their secrets always do. */
            new_connections_disabled?: boolean;
            /** @description Are new symbols made untradable? */
            new_symbols_trading_disabled?: boolean;
        };
        TransferResult: {
            /** @description What came, or would come, of each item. */
            items: components["schemas"]["TransferItem"][];
            /** @description Number of items by action. */
            summary: {
                [key: string]: number;
            };
        };
        TransferSelection: {
            /** @description Keys, or null for all, of the settings of allocation. */
            allocation_settings?: string[] | null;
            /** @description Keys, or null for all, of allocation rules. */
            allocations?: string[] | null;
            /** @description Keys, or null for all, of brands. */
            brands?: string[] | null;
            /** @description Keys, or null for all, of datafeeds. */
            datafeeds?: string[] | null;
            /** @description Keys, or null for all, of e-mail templates. */
            email_templates?: string[] | null;
            /** @description Keys, or null for all, of gateways. */
            gateways?: string[] | null;
            /** @description Keys, or null for all, of groups. */
            groups?: string[] | null;
            /** @description Keys, or null for all, of holidays. */
            holidays?: string[] | null;
            /** @description Keys, or null for all, of leverage profiles. */
            leverage_profiles?: string[] | null;
            /** @description Keys, or null for all, of logical servers. */
            logical_servers?: string[] | null;
            /** @description Keys, or null for all, of mail servers. */
            mail_servers?: string[] | null;
            /** @description Keys, or null for all, of the settings of the platform. */
            platform?: string[] | null;
            /** @description Keys, or null for all, of report configurations. */
            reports?: string[] | null;
            /** @description Keys, or null for all, of routing rules. */
            routing?: string[] | null;
            /** @description Keys, or null for all, of the settings of sign-up. */
            sign_up?: string[] | null;
            /** @description Keys, or null for all, of staff users, by login. */
            staff?: string[] | null;
            /** @description Keys, or null for all, of symbols. */
            symbols?: string[] | null;
        };
        TransferUpload: {
            /** @description Kinds that the caller may not read. */
            denied?: string[];
            /** @description When the file was made. */
            exported_at?: string;
            /**
             * @description Always `app-config`.
             * @enum {string}
             */
            format: "app-config";
            /** @description Field by which items are known; empty = there is one item. */
            key_fields?: {
                [key: string]: string;
            };
            /** @description Items by kind. */
            kinds: components["schemas"]["TransferKinds"];
            /** @description Staff login here by login of the server of the file; null = nobody. */
            logins?: {
                [key: string]: number | null;
            };
            /** @description Server that the file comes from. */
            source?: string;
            /** @description Version of the format. */
            version: number;
        };
        UnmetCondition: {
            /** @description What the request has. */
            actual: string;
            /** @description What is compared. */
            field: string;
            /** @description How it is compared: equal, not, greater, less. */
            op: string;
            /** @description What it is compared with; texts are masks. */
            value: string;
        };
        WaitingRequest: {
            /** @description Price at which is bought. A price of the symbol. */
            ask: components["schemas"]["Decimal"] | null;
            /** @description Price at which is sold. A price of the symbol. */
            bid: components["schemas"]["Decimal"] | null;
            /** @description The opposite position of a close-by; 0 = none. */
            by_position_id: number;
            /** @description Text of the user for the record. */
            comment: string;
            /** @description Distance from the price asked for that is still accepted. In points: units of the last digit of the price. */
            deviation_pts: number;
            /** @description Decimals of the prices of the symbol. */
            digits: number;
            /**
             * @description Whether it may be filled in part.
             * @enum {string}
             */
            fill: "fok" | "ioc" | "return";
            /** @description Path of the group, its parts joined by backslashes. */
            group: string;
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description What is asked for, as routing rules name it. */
            kind: string;
            /** @description Number of the account. */
            login: number;
            /** @description The dealer who may take it; 0 = all. */
            offered_to: number;
            /** @description Id of the order. */
            order_id: number;
            /** @description Kind of the order; empty where there is none. */
            order_kind: string;
            /** @description Id of the position. */
            position_id: number;
            /** @description Price of the request or the execution. A price of the symbol. */
            price: components["schemas"]["Decimal"] | null;
            /** @description Price of the limit order to come; null = none. A price of the symbol. */
            price_stop_limit: components["schemas"]["Decimal"] | null;
            /** @description The worst price that the client accepts; null = any. A price of the symbol. */
            price_worst: components["schemas"]["Decimal"] | null;
            /** @description When it came; `bid` and `ask` are of then. RFC 3339, UTC. */
            received_at: string | null;
            /** @description UUID of the request; the same id takes effect once. */
            request_id: string;
            /** @description The routing rule that asks dealers. */
            rule_id: number;
            /**
             * @description Bought or sold.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description Price at which the loss is cut; in answers null = none. A price of the symbol. */
            sl: components["schemas"]["Decimal"] | null;
            /**
             * @description Offered, taken by a dealer, or gone: dealers have it no longer.
             * @enum {string}
             */
            state: "queued" | "taken" | "gone";
            /** @description Name of the symbol. */
            symbol: string;
            /** @description The dealer who has it; 0 = none. */
            taken_by: number;
            /** @description When it ends without an answer. RFC 3339, UTC. */
            timeout_at: string | null;
            /** @description Price at which the profit is taken; in answers null = none. A price of the symbol. */
            tp: components["schemas"]["Decimal"] | null;
            /** @description Size. In lots. */
            volume: components["schemas"]["Decimal"];
        };
        Watchlist: {
            /** @description When it was made; null = it is not saved. RFC 3339, UTC. */
            created_at: string | null;
            /** @description Number of the list; 0 = the default list, which is not saved. */
            id: number;
            /** @description 1 to 32 characters without the spaces around it. */
            name: string;
            /** @description Names in the order of the trader. */
            symbols: string[];
            /** @description When it was changed last; null = it is not saved. RFC 3339, UTC. */
            updated_at: string | null;
        };
        WatchlistBody: {
            /** @description 1 to 32 characters without the spaces around it. */
            name: string;
            /** @description Names in the order of the trader. */
            symbols?: string[];
        };
        WatchlistPatch: {
            /** @description 1 to 32 characters without the spaces around it. */
            name?: string;
            /** @description Names in the order of the trader. */
            symbols?: string[];
        };
        WholeReportJob: {
            /** @description How often it was begun. */
            attempts: number;
            /** @description Size of its files. In bytes. */
            bytes: number;
            /** @description Id of the configuration that was asked for. */
            config_id: number;
            /** @description When it was made. RFC 3339, UTC. */
            created_at: string;
            /** @description Why it was refused or failed; empty = it was not. */
            error: string;
            /** @description When it ended; null = it has not. RFC 3339, UTC. */
            finished_at: string | null;
            /**
             * @description `csv`: the requester wants to take the rows away as a file.
             * @enum {string}
             */
            format: "table" | "csv";
            /** @description Number of the record; set by the server. */
            id: number;
            /** @description What makes the report. */
            module: string;
            /** @description Name of the record. */
            name: string;
            /** @description What the job was asked for. */
            params: components["schemas"]["ReportJobParams"];
            /** @description Login of the staff user who asked for it. */
            requested_by: number;
            /** @description Rows of all sections so far. */
            rows: number;
            /** @description Its tables; none while the job is not done. */
            sections: components["schemas"]["ReportSection"][];
            /** @description Digest of the content of its files; empty = it has none. */
            sha256: string;
            /**
             * @description Where the job is; rows are there while it is `done`.
             * @enum {string}
             */
            state: "queued" | "running" | "done" | "failed" | "cancelled" | "expired";
        };
    };
    responses: never;
    parameters: {
        /** @description Login that the client believes is signed in; it selects no account. */
        Account: string;
        /** @description A UUID of the client: a request that is repeated with it does nothing twice. */
        IdempotencyKey: string;
        /** @description Comes back as the request_id; the server makes one where it is missing. */
        RequestId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "account-allocations.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AllocationRule"][];
                    };
                };
            };
        };
    };
    "account-allocations.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllocationRuleCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AllocationRule"];
                    };
                };
            };
        };
    };
    "account-allocations.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AllocationRule"];
                    };
                };
            };
        };
    };
    "account-allocations.replace": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllocationRuleReplace"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AllocationRule"];
                    };
                };
            };
        };
    };
    "account-allocations.delete": {
        parameters: {
            query?: {
                /** @description Rises with each change; a change names the version last read. */
                version?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "account-allocations.preview": {
        parameters: {
            query?: {
                /** @description Country of residence; letter case is ignored. */
                country?: string;
                /** @description Host to which the form would be sent; it decides on the brand. */
                host?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["SignUpOptions"];
                    };
                };
            };
        };
    };
    "account-allocations.settings.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AllocationSettings"];
                    };
                };
            };
        };
    };
    "account-allocations.settings.replace": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllocationSettingsReplace"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AllocationSettings"];
                    };
                };
            };
        };
    };
    "accounts.list": {
        parameters: {
            query?: {
                /** @description Only accounts that are linked to this client. */
                client?: string;
                /** @description Licence company of the group. */
                company?: string;
                /** @description Part of the e-mail address, in any letter case. */
                email?: string;
                /** @description Masks of groups with commas between; `!` excludes. */
                group?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Number of the account; 0 = any. */
                login?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Part of the first name, in any letter case. */
                name?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Logins with commas between. */
                select?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AccountPage"];
                    };
                };
            };
        };
    };
    "accounts.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    "accounts.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    "accounts.delete": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "accounts.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    "accounts.archive": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    "accounts.balance": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BalanceBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["PaymentResult"];
                    };
                };
            };
        };
    };
    "accounts.balance_history": {
        parameters: {
            query?: {
                /** @description Kind of money operation; left out = all. */
                action?: "balance" | "charge" | "correction" | "commission" | "commission_daily" | "commission_monthly" | "agent" | "agent_daily" | "agent_monthly" | "interest" | "swap" | "dividend" | "dividend_franked" | "tax" | "transfer" | "so_compensation" | "credit" | "bonus" | "so_compensation_credit";
                /** @description A cursor: rows that came later, from the oldest on; `start` = from the first row on. In an answer: where to go on forward. */
                after?: string;
                /** @description A cursor: rows that came earlier, from the newest on; `end` = from the last row on. In an answer: where to go on backward. */
                before?: string;
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DealPage"];
                    };
                };
            };
        };
    };
    "accounts.closed": {
        parameters: {
            query?: {
                /** @description A cursor: rows that came later, from the oldest on; `start` = from the first row on. In an answer: where to go on forward. */
                after?: string;
                /** @description A cursor: rows that came earlier, from the newest on; `end` = from the last row on. In an answer: where to go on backward. */
                before?: string;
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Rows of this symbol alone. */
                symbol?: string;
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AccountClosedPage"];
                    };
                };
            };
        };
    };
    "accounts.correct": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LedgerCorrectBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TradeResult"];
                    };
                };
            };
        };
    };
    "accounts.daily": {
        parameters: {
            query?: {
                /** @description First day; nothing = as far back as is kept. */
                from?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Last day; nothing = the newest. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DailyRowPage"];
                    };
                };
            };
        };
    };
    "accounts.deals": {
        parameters: {
            query?: {
                /** @description A cursor: rows that came later, from the oldest on; `start` = from the first row on. In an answer: where to go on forward. */
                after?: string;
                /** @description A cursor: rows that came earlier, from the newest on; `end` = from the last row on. In an answer: where to go on backward. */
                before?: string;
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Rows of this order alone. */
                order_id?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Rows of this position alone. */
                position_id?: number;
                /** @description Rows that the request with this id made. */
                request_id?: string;
                /** @description Rows of this symbol alone. */
                symbol?: string;
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DealPage"];
                    };
                };
            };
        };
    };
    "accounts.deals.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
                /** @description Number of the account. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Deal"];
                    };
                };
            };
        };
    };
    "accounts.disable": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    "accounts.enable": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    "accounts.group": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountGroupBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    "accounts.held_fills": {
        parameters: {
            header?: {
                /** @description A UUID of the client: a request that is repeated with it does nothing twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeldFillBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["HeldFillDecided"];
                    };
                };
            };
        };
    };
    "accounts.journal": {
        parameters: {
            query?: {
                /** @description What this staff user did. */
                by?: number;
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Lines of this kind. */
                kind?: "auth" | "config" | "account" | "trade" | "system";
                /** @description Most rows of a page. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Lines that contain these words, in any letter case. */
                text?: string;
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["JournalPage"];
                    };
                };
            };
        };
    };
    "accounts.leverage": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountLeverageBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    "accounts.orders": {
        parameters: {
            query?: {
                /** @description Most rows of a page. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Rows of this symbol alone. */
                symbol?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["StaffOrderPage"];
                    };
                };
            };
        };
    };
    "accounts.orders.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the working order. */
                id: number;
                /** @description Login of the account. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["EndedOrder"];
                    };
                };
            };
        };
    };
    "accounts.orders.release": {
        parameters: {
            header?: {
                /** @description A UUID of the client: a request that is repeated with it does nothing twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the working order. */
                id: number;
                /** @description Login of the account. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OrderReleased"];
                    };
                };
            };
        };
    };
    "accounts.orders.history": {
        parameters: {
            query?: {
                /** @description A cursor: rows that came later, from the oldest on; `start` = from the first row on. In an answer: where to go on forward. */
                after?: string;
                /** @description A cursor: rows that came earlier, from the newest on; `end` = from the last row on. In an answer: where to go on backward. */
                before?: string;
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Rows of this order alone. */
                order_id?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Rows of this position alone. */
                position_id?: number;
                /** @description Rows that the request with this id made. */
                request_id?: string;
                /** @description Rows of this symbol alone. */
                symbol?: string;
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["EndedOrderPage"];
                    };
                };
            };
        };
    };
    "accounts.otp.reset": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OtpStatus"];
                    };
                };
            };
        };
    };
    "accounts.password": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountPasswordBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "accounts.password.check": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountPasswordBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["PasswordMatch"];
                    };
                };
            };
        };
    };
    "accounts.positions": {
        parameters: {
            query?: {
                /** @description Most rows of a page. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Rows of this symbol alone. */
                symbol?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["StaffPositionPage"];
                    };
                };
            };
        };
    };
    "accounts.recalculate": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Recalculation"];
                    };
                };
            };
        };
    };
    "accounts.restore": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    "accounts.trade": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffTradeOpen"] | components["schemas"]["StaffTradeClose"] | components["schemas"]["StaffTradeCloseBy"] | components["schemas"]["StaffTradeModify"] | components["schemas"]["StaffTradePending"] | components["schemas"]["StaffTradePendingModify"] | components["schemas"]["StaffTradePendingCancel"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TradeResult"];
                    };
                };
            };
        };
    };
    "accounts.trade.check": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckTradeOpen"] | components["schemas"]["CheckTradeClose"] | components["schemas"]["CheckTradeCloseBy"] | components["schemas"]["CheckTradeModify"] | components["schemas"]["CheckTradePending"] | components["schemas"]["CheckTradePendingModify"] | components["schemas"]["CheckTradePendingCancel"] | components["schemas"]["CheckTradePrice"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TradeCheck"];
                    };
                };
            };
        };
    };
    "accounts.bulk_balance": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkBalanceBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["PaymentResult"][];
                    };
                };
            };
        };
    };
    "accounts.bulk_change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkChangeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["BulkChangeResult"][];
                    };
                };
            };
        };
    };
    "accounts.count": {
        parameters: {
            query?: {
                /** @description Licence company of the group. */
                company?: string;
                /** @description Part of the e-mail address, in any letter case. */
                email?: string;
                /** @description Masks of groups with commas between; `!` excludes. */
                group?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Number of the account; 0 = any. */
                login?: number;
                /** @description Part of the first name, in any letter case. */
                name?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Count"];
                    };
                };
            };
        };
    };
    "accounts.export": {
        parameters: {
            query?: {
                /** @description Does the file begin with the mark by which spreadsheets know UTF-8? */
                bom?: boolean;
                /** @description Only accounts that are linked to this client. */
                client?: string;
                /** @description Licence company of the group. */
                company?: string;
                /** @description Part of the e-mail address, in any letter case. */
                email?: string;
                /** @description Masks of groups with commas between; `!` excludes. */
                group?: string;
                /** @description Number of the account; 0 = any. */
                login?: number;
                /** @description Part of the first name, in any letter case. */
                name?: string;
                /** @description Logins with commas between. */
                select?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    "accounts.group_balance": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupBalanceBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["GroupBalanceResult"];
                    };
                };
            };
        };
    };
    "accounts.groups": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AccountGroups"];
                    };
                };
            };
        };
    };
    "accounts.import": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountImport"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AccountImportResult"][];
                    };
                };
            };
        };
    };
    "accounts.next_login": {
        parameters: {
            query: {
                /** @description Path of the group, its parts joined by backslashes. */
                group: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["NextLogin"];
                    };
                };
            };
        };
    };
    "accounts.window": {
        parameters: {
            query?: {
                /** @description Login of the row to show the window around. */
                anchor?: number;
                /** @description Only accounts that are linked to this client. */
                client?: string;
                /** @description Cursor of an earlier window of the same query. */
                cursor?: string;
                /** @description Ascending or descending; logins of equal rows go the same way. */
                dir?: "asc" | "desc";
                /** @description Which rows: first, last, after or before a cursor, or around a row. */
                edge?: "first" | "last" | "after" | "before" | "around";
                /** @description Rows whose value is this; letter case does not count. */
                "f.agent.eq"?: number;
                /** @description Rows with this value, or a higher one. */
                "f.agent.ge"?: number;
                /** @description Rows with a value above this. */
                "f.agent.gt"?: number;
                /** @description Rows with one of these values; commas between, up to 100. */
                "f.agent.in"?: string;
                /** @description Rows with this value, or a lower one. */
                "f.agent.le"?: number;
                /** @description Rows with a value below this. */
                "f.agent.lt"?: number;
                /** @description Rows with another value. */
                "f.agent.ne"?: number;
                /** @description Rows without a value, or with `false` those that have one. */
                "f.agent.unset"?: boolean;
                /** @description Rows whose value is this; letter case does not count. In the deposit currency of the account. */
                "f.balance.eq"?: components["schemas"]["Decimal"];
                /** @description Rows with this value, or a higher one. In the deposit currency of the account. */
                "f.balance.ge"?: components["schemas"]["Decimal"];
                /** @description Rows with a value above this. In the deposit currency of the account. */
                "f.balance.gt"?: components["schemas"]["Decimal"];
                /** @description Rows with this value, or a lower one. In the deposit currency of the account. */
                "f.balance.le"?: components["schemas"]["Decimal"];
                /** @description Rows with a value below this. In the deposit currency of the account. */
                "f.balance.lt"?: components["schemas"]["Decimal"];
                /** @description Rows with another value. In the deposit currency of the account. */
                "f.balance.ne"?: components["schemas"]["Decimal"];
                /** @description Rows whose value is this; letter case does not count. */
                "f.city.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.city.has"?: string;
                /** @description Rows with another value. */
                "f.city.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.city.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.client_id.eq"?: number;
                /** @description Rows with this value, or a higher one. */
                "f.client_id.ge"?: number;
                /** @description Rows with a value above this. */
                "f.client_id.gt"?: number;
                /** @description Rows with one of these values; commas between, up to 100. */
                "f.client_id.in"?: string;
                /** @description Rows with this value, or a lower one. */
                "f.client_id.le"?: number;
                /** @description Rows with a value below this. */
                "f.client_id.lt"?: number;
                /** @description Rows with another value. */
                "f.client_id.ne"?: number;
                /** @description Rows without a value, or with `false` those that have one. */
                "f.client_id.unset"?: boolean;
                /** @description Rows whose value is this; letter case does not count. */
                "f.comment.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.comment.has"?: string;
                /** @description Rows with another value. */
                "f.comment.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.comment.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.company.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.company.has"?: string;
                /** @description Rows with another value. */
                "f.company.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.company.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.country.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.country.has"?: string;
                /** @description Rows with another value. */
                "f.country.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.country.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. RFC 3339, UTC. */
                "f.created_at.eq"?: string;
                /** @description Rows with this value, or a higher one. RFC 3339, UTC. */
                "f.created_at.ge"?: string;
                /** @description Rows with a value above this. RFC 3339, UTC. */
                "f.created_at.gt"?: string;
                /** @description Rows with this value, or a lower one. RFC 3339, UTC. */
                "f.created_at.le"?: string;
                /** @description Rows with a value below this. RFC 3339, UTC. */
                "f.created_at.lt"?: string;
                /** @description Rows with another value. RFC 3339, UTC. */
                "f.created_at.ne"?: string;
                /** @description Rows whose value is this; letter case does not count. In the deposit currency of the account. */
                "f.credit.eq"?: components["schemas"]["Decimal"];
                /** @description Rows with this value, or a higher one. In the deposit currency of the account. */
                "f.credit.ge"?: components["schemas"]["Decimal"];
                /** @description Rows with a value above this. In the deposit currency of the account. */
                "f.credit.gt"?: components["schemas"]["Decimal"];
                /** @description Rows with this value, or a lower one. In the deposit currency of the account. */
                "f.credit.le"?: components["schemas"]["Decimal"];
                /** @description Rows with a value below this. In the deposit currency of the account. */
                "f.credit.lt"?: components["schemas"]["Decimal"];
                /** @description Rows with another value. In the deposit currency of the account. */
                "f.credit.ne"?: components["schemas"]["Decimal"];
                /** @description Rows whose value is this; letter case does not count. */
                "f.email.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.email.has"?: string;
                /** @description Rows with another value. */
                "f.email.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.email.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.enabled.eq"?: boolean;
                /** @description Rows whose value is this; letter case does not count. */
                "f.group.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.group.has"?: string;
                /** @description Rows with another value. */
                "f.group.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.group.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. RFC 3339, UTC. */
                "f.last_access.eq"?: string;
                /** @description Rows with this value, or a higher one. RFC 3339, UTC. */
                "f.last_access.ge"?: string;
                /** @description Rows with a value above this. RFC 3339, UTC. */
                "f.last_access.gt"?: string;
                /** @description Rows with this value, or a lower one. RFC 3339, UTC. */
                "f.last_access.le"?: string;
                /** @description Rows with a value below this. RFC 3339, UTC. */
                "f.last_access.lt"?: string;
                /** @description Rows with another value. RFC 3339, UTC. */
                "f.last_access.ne"?: string;
                /** @description Rows without a value, or with `false` those that have one. */
                "f.last_access.unset"?: boolean;
                /** @description Rows whose value is this; letter case does not count. */
                "f.last_name.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.last_name.has"?: string;
                /** @description Rows with another value. */
                "f.last_name.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.last_name.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.leverage.eq"?: number;
                /** @description Rows with this value, or a higher one. */
                "f.leverage.ge"?: number;
                /** @description Rows with a value above this. */
                "f.leverage.gt"?: number;
                /** @description Rows with one of these values; commas between, up to 100. */
                "f.leverage.in"?: string;
                /** @description Rows with this value, or a lower one. */
                "f.leverage.le"?: number;
                /** @description Rows with a value below this. */
                "f.leverage.lt"?: number;
                /** @description Rows with another value. */
                "f.leverage.ne"?: number;
                /** @description Rows whose value is this; letter case does not count. */
                "f.login.eq"?: number;
                /** @description Rows with this value, or a higher one. */
                "f.login.ge"?: number;
                /** @description Rows with a value above this. */
                "f.login.gt"?: number;
                /** @description Rows with one of these values; commas between, up to 100. */
                "f.login.in"?: string;
                /** @description Rows with this value, or a lower one. */
                "f.login.le"?: number;
                /** @description Rows with a value below this. */
                "f.login.lt"?: number;
                /** @description Rows with another value. */
                "f.login.ne"?: number;
                /** @description Rows whose value is this; letter case does not count. */
                "f.middle_name.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.middle_name.has"?: string;
                /** @description Rows with another value. */
                "f.middle_name.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.middle_name.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.name.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.name.has"?: string;
                /** @description Rows with another value. */
                "f.name.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.name.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.phone.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.phone.has"?: string;
                /** @description Rows with another value. */
                "f.phone.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.phone.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.trading_enabled.eq"?: boolean;
                /** @description Rows whose value is this; letter case does not count. RFC 3339, UTC. */
                "f.updated_at.eq"?: string;
                /** @description Rows with this value, or a higher one. RFC 3339, UTC. */
                "f.updated_at.ge"?: string;
                /** @description Rows with a value above this. RFC 3339, UTC. */
                "f.updated_at.gt"?: string;
                /** @description Rows with this value, or a lower one. RFC 3339, UTC. */
                "f.updated_at.le"?: string;
                /** @description Rows with a value below this. RFC 3339, UTC. */
                "f.updated_at.lt"?: string;
                /** @description Rows with another value. RFC 3339, UTC. */
                "f.updated_at.ne"?: string;
                /** @description Masks of groups with commas between; `!` excludes. */
                group?: string;
                /** @description A group, with the groups below it. */
                group_path?: string;
                /** @description Most rows of the window. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description A number searches the login, any other text a part of the name. */
                q?: string;
                /** @description Field by which the rows are sorted; texts by their first 160 characters. */
                sort?: "login" | "group" | "name" | "last_name" | "middle_name" | "email" | "phone" | "country" | "city" | "company" | "comment" | "agent" | "client_id" | "leverage" | "balance" | "credit" | "enabled" | "trading_enabled" | "created_at" | "updated_at" | "last_access";
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AccountWindowPage"];
                    };
                };
            };
        };
    };
    "accounts.window_count": {
        parameters: {
            query?: {
                /** @description Only accounts that are linked to this client. */
                client?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.agent.eq"?: number;
                /** @description Rows with this value, or a higher one. */
                "f.agent.ge"?: number;
                /** @description Rows with a value above this. */
                "f.agent.gt"?: number;
                /** @description Rows with one of these values; commas between, up to 100. */
                "f.agent.in"?: string;
                /** @description Rows with this value, or a lower one. */
                "f.agent.le"?: number;
                /** @description Rows with a value below this. */
                "f.agent.lt"?: number;
                /** @description Rows with another value. */
                "f.agent.ne"?: number;
                /** @description Rows without a value, or with `false` those that have one. */
                "f.agent.unset"?: boolean;
                /** @description Rows whose value is this; letter case does not count. In the deposit currency of the account. */
                "f.balance.eq"?: components["schemas"]["Decimal"];
                /** @description Rows with this value, or a higher one. In the deposit currency of the account. */
                "f.balance.ge"?: components["schemas"]["Decimal"];
                /** @description Rows with a value above this. In the deposit currency of the account. */
                "f.balance.gt"?: components["schemas"]["Decimal"];
                /** @description Rows with this value, or a lower one. In the deposit currency of the account. */
                "f.balance.le"?: components["schemas"]["Decimal"];
                /** @description Rows with a value below this. In the deposit currency of the account. */
                "f.balance.lt"?: components["schemas"]["Decimal"];
                /** @description Rows with another value. In the deposit currency of the account. */
                "f.balance.ne"?: components["schemas"]["Decimal"];
                /** @description Rows whose value is this; letter case does not count. */
                "f.city.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.city.has"?: string;
                /** @description Rows with another value. */
                "f.city.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.city.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.client_id.eq"?: number;
                /** @description Rows with this value, or a higher one. */
                "f.client_id.ge"?: number;
                /** @description Rows with a value above this. */
                "f.client_id.gt"?: number;
                /** @description Rows with one of these values; commas between, up to 100. */
                "f.client_id.in"?: string;
                /** @description Rows with this value, or a lower one. */
                "f.client_id.le"?: number;
                /** @description Rows with a value below this. */
                "f.client_id.lt"?: number;
                /** @description Rows with another value. */
                "f.client_id.ne"?: number;
                /** @description Rows without a value, or with `false` those that have one. */
                "f.client_id.unset"?: boolean;
                /** @description Rows whose value is this; letter case does not count. */
                "f.comment.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.comment.has"?: string;
                /** @description Rows with another value. */
                "f.comment.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.comment.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.company.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.company.has"?: string;
                /** @description Rows with another value. */
                "f.company.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.company.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.country.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.country.has"?: string;
                /** @description Rows with another value. */
                "f.country.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.country.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. RFC 3339, UTC. */
                "f.created_at.eq"?: string;
                /** @description Rows with this value, or a higher one. RFC 3339, UTC. */
                "f.created_at.ge"?: string;
                /** @description Rows with a value above this. RFC 3339, UTC. */
                "f.created_at.gt"?: string;
                /** @description Rows with this value, or a lower one. RFC 3339, UTC. */
                "f.created_at.le"?: string;
                /** @description Rows with a value below this. RFC 3339, UTC. */
                "f.created_at.lt"?: string;
                /** @description Rows with another value. RFC 3339, UTC. */
                "f.created_at.ne"?: string;
                /** @description Rows whose value is this; letter case does not count. In the deposit currency of the account. */
                "f.credit.eq"?: components["schemas"]["Decimal"];
                /** @description Rows with this value, or a higher one. In the deposit currency of the account. */
                "f.credit.ge"?: components["schemas"]["Decimal"];
                /** @description Rows with a value above this. In the deposit currency of the account. */
                "f.credit.gt"?: components["schemas"]["Decimal"];
                /** @description Rows with this value, or a lower one. In the deposit currency of the account. */
                "f.credit.le"?: components["schemas"]["Decimal"];
                /** @description Rows with a value below this. In the deposit currency of the account. */
                "f.credit.lt"?: components["schemas"]["Decimal"];
                /** @description Rows with another value. In the deposit currency of the account. */
                "f.credit.ne"?: components["schemas"]["Decimal"];
                /** @description Rows whose value is this; letter case does not count. */
                "f.email.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.email.has"?: string;
                /** @description Rows with another value. */
                "f.email.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.email.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.enabled.eq"?: boolean;
                /** @description Rows whose value is this; letter case does not count. */
                "f.group.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.group.has"?: string;
                /** @description Rows with another value. */
                "f.group.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.group.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. RFC 3339, UTC. */
                "f.last_access.eq"?: string;
                /** @description Rows with this value, or a higher one. RFC 3339, UTC. */
                "f.last_access.ge"?: string;
                /** @description Rows with a value above this. RFC 3339, UTC. */
                "f.last_access.gt"?: string;
                /** @description Rows with this value, or a lower one. RFC 3339, UTC. */
                "f.last_access.le"?: string;
                /** @description Rows with a value below this. RFC 3339, UTC. */
                "f.last_access.lt"?: string;
                /** @description Rows with another value. RFC 3339, UTC. */
                "f.last_access.ne"?: string;
                /** @description Rows without a value, or with `false` those that have one. */
                "f.last_access.unset"?: boolean;
                /** @description Rows whose value is this; letter case does not count. */
                "f.last_name.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.last_name.has"?: string;
                /** @description Rows with another value. */
                "f.last_name.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.last_name.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.leverage.eq"?: number;
                /** @description Rows with this value, or a higher one. */
                "f.leverage.ge"?: number;
                /** @description Rows with a value above this. */
                "f.leverage.gt"?: number;
                /** @description Rows with one of these values; commas between, up to 100. */
                "f.leverage.in"?: string;
                /** @description Rows with this value, or a lower one. */
                "f.leverage.le"?: number;
                /** @description Rows with a value below this. */
                "f.leverage.lt"?: number;
                /** @description Rows with another value. */
                "f.leverage.ne"?: number;
                /** @description Rows whose value is this; letter case does not count. */
                "f.login.eq"?: number;
                /** @description Rows with this value, or a higher one. */
                "f.login.ge"?: number;
                /** @description Rows with a value above this. */
                "f.login.gt"?: number;
                /** @description Rows with one of these values; commas between, up to 100. */
                "f.login.in"?: string;
                /** @description Rows with this value, or a lower one. */
                "f.login.le"?: number;
                /** @description Rows with a value below this. */
                "f.login.lt"?: number;
                /** @description Rows with another value. */
                "f.login.ne"?: number;
                /** @description Rows whose value is this; letter case does not count. */
                "f.middle_name.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.middle_name.has"?: string;
                /** @description Rows with another value. */
                "f.middle_name.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.middle_name.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.name.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.name.has"?: string;
                /** @description Rows with another value. */
                "f.name.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.name.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.phone.eq"?: string;
                /** @description Rows whose text has this part, in any letter case. */
                "f.phone.has"?: string;
                /** @description Rows with another value. */
                "f.phone.ne"?: string;
                /** @description Rows whose text begins so, in any letter case. */
                "f.phone.starts"?: string;
                /** @description Rows whose value is this; letter case does not count. */
                "f.trading_enabled.eq"?: boolean;
                /** @description Rows whose value is this; letter case does not count. RFC 3339, UTC. */
                "f.updated_at.eq"?: string;
                /** @description Rows with this value, or a higher one. RFC 3339, UTC. */
                "f.updated_at.ge"?: string;
                /** @description Rows with a value above this. RFC 3339, UTC. */
                "f.updated_at.gt"?: string;
                /** @description Rows with this value, or a lower one. RFC 3339, UTC. */
                "f.updated_at.le"?: string;
                /** @description Rows with a value below this. RFC 3339, UTC. */
                "f.updated_at.lt"?: string;
                /** @description Rows with another value. RFC 3339, UTC. */
                "f.updated_at.ne"?: string;
                /** @description Masks of groups with commas between; `!` excludes. */
                group?: string;
                /** @description A group, with the groups below it. */
                group_path?: string;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description A number searches the login, any other text a part of the name. */
                q?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AccountWindowCount"];
                    };
                };
            };
        };
    };
    "applications.list": {
        parameters: {
            query?: {
                /** @description A part of the e-mail address. */
                email?: string;
                /** @description Received at this time or later. RFC 3339, UTC. */
                from?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Only applications in this state. */
                status?: "received" | "approved" | "rejected";
                /** @description Received before this time. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ApplicationPage"];
                    };
                };
            };
        };
    };
    "applications.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Application"];
                    };
                };
            };
        };
    };
    "applications.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicationPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Application"];
                    };
                };
            };
        };
    };
    "applications.approve": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApproveBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Application"];
                    };
                };
            };
        };
    };
    "applications.reject": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RejectBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Application"];
                    };
                };
            };
        };
    };
    "auth.staff.password": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "auth.staff.login": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TokensView"];
                    };
                };
            };
        };
    };
    "auth.staff.logout": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "auth.staff.me": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MeView"];
                    };
                };
            };
        };
    };
    "auth.staff.otp": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OtpStatus"];
                    };
                };
            };
        };
    };
    "auth.staff.otp.confirm": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["SessionView"];
                    };
                };
            };
        };
    };
    "auth.staff.otp.disable": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OtpStatus"];
                    };
                };
            };
        };
    };
    "auth.staff.otp.enrol": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OtpEnrolment"];
                    };
                };
            };
        };
    };
    "auth.staff.refresh": {
        parameters: {
            header?: {
                /** @description A UUID of the client: a request that is repeated with it does nothing twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RefreshBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TokensView"];
                    };
                };
            };
        };
    };
    "bars.read": {
        parameters: {
            query: {
                /** @description Bars that open later than this time, from the oldest on. RFC 3339, UTC. */
                after?: string;
                /** @description Bars that open earlier than this time: the newest of them. RFC 3339, UTC. */
                before?: string;
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Most bars of the answer. */
                limit?: number;
                /** @description Name of the symbol. */
                symbol: string;
                /** @description Length of a bar: minutes, hours, a day, a week from Sunday on, or a month. */
                timeframe: "m1" | "m5" | "m15" | "m30" | "h1" | "h4" | "d1" | "w1" | "mn1";
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Bar"][];
                    };
                };
            };
        };
    };
    "bars.rebuild": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BarsRebuildBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["BarsRebuilt"];
                    };
                };
            };
        };
    };
    "clients.list": {
        parameters: {
            query?: {
                /** @description Part of the name of the company, in any letter case. */
                company?: string;
                /** @description Part of the e-mail address, in any letter case. */
                email?: string;
                /** @description Part of the last name, in any letter case. */
                last_name?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Part of the first name, in any letter case. */
                name?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Part of the phone number. */
                phone?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ClientPage"];
                    };
                };
            };
        };
    };
    "clients.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Client"];
                    };
                };
            };
        };
    };
    "clients.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the client. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Client"];
                    };
                };
            };
        };
    };
    "clients.delete": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the client. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "clients.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the client. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Client"];
                    };
                };
            };
        };
    };
    "clients.link": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the client. */
                id: number;
                /** @description Number of the account. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Client"];
                    };
                };
            };
        };
    };
    "clients.unlink": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the client. */
                id: number;
                /** @description Number of the account. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Client"];
                    };
                };
            };
        };
    };
    "config.export": {
        parameters: {
            query: {
                /** @description Kind of settings. */
                kind: "symbols" | "groups";
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["SettingsExport"];
                    };
                };
            };
        };
    };
    "config.import": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsImportBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ImportOutcome"][];
                    };
                };
            };
        };
    };
    "transfer.catalog": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TransferCatalog"];
                    };
                };
            };
        };
    };
    "transfer.delete": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DeleteResultInput"];
                    };
                };
            };
        };
    };
    "transfer.export": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TransferFile"];
                    };
                };
            };
        };
    };
    "transfer.import": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TransferResult"];
                    };
                };
            };
        };
    };
    "transfer.preview": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TransferResult"];
                    };
                };
            };
        };
    };
    "confirmations.issue": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmationBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Confirmation"];
                    };
                };
            };
        };
    };
    "datafeeds.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Datafeed"][];
                    };
                };
            };
        };
    };
    "datafeeds.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DatafeedCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Datafeed"];
                    };
                };
            };
        };
    };
    "datafeeds.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Datafeed"];
                    };
                };
            };
        };
    };
    "datafeeds.delete": {
        parameters: {
            query?: {
                /** @description Rises with each change; a change names the version last read. */
                version?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "datafeeds.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DatafeedPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Datafeed"];
                    };
                };
            };
        };
    };
    "datafeeds.import_symbols": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SymbolImportBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["SymbolImport"][];
                    };
                };
            };
        };
    };
    "datafeeds.restart": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "datafeeds.symbols": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ProviderSymbol"][];
                    };
                };
            };
        };
    };
    "datafeeds.modules": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["FeedModule"][];
                    };
                };
            };
        };
    };
    "datafeeds.order": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderBodyInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Datafeed"][];
                    };
                };
            };
        };
    };
    "datafeeds.statuses": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DatafeedStatus"][];
                    };
                };
            };
        };
    };
    "dealing.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["WaitingRequest"][];
                    };
                };
            };
        };
    };
    "dealing.confirm": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the request that waits for dealers. */
                request: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DealerConfirmBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DealerDone"];
                    };
                };
            };
        };
    };
    "dealing.reject": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the request that waits for dealers. */
                request: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DealerRejectBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DealerDone"];
                    };
                };
            };
        };
    };
    "dealing.requote": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the request that waits for dealers. */
                request: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DealerRequoteBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DealerDone"];
                    };
                };
            };
        };
    };
    "dealing.return": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the request that waits for dealers. */
                request: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DealerReturnBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DealerDone"];
                    };
                };
            };
        };
    };
    "dealing.take": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the request that waits for dealers. */
                request: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DealerTakeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DealerDone"];
                    };
                };
            };
        };
    };
    "deals.bust": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the deal. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DealBustBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DealBusted"];
                    };
                };
            };
        };
    };
    "deals.explain": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the deal. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Explanation"];
                    };
                };
            };
        };
    };
    "email-templates.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["EmailTemplate"][];
                    };
                };
            };
        };
    };
    "email-templates.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["EmailTemplate"];
                    };
                };
            };
        };
    };
    "email-templates.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailTemplatePatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["EmailTemplate"];
                    };
                };
            };
        };
    };
    "email-templates.reset": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateReset"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["EmailTemplate"];
                    };
                };
            };
        };
    };
    "gateways.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Gateway"][];
                    };
                };
            };
        };
    };
    "gateways.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GatewayCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Gateway"];
                    };
                };
            };
        };
    };
    "gateways.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Gateway"];
                    };
                };
            };
        };
    };
    "gateways.delete": {
        parameters: {
            query?: {
                /** @description Rises with each change; a change names the version last read. */
                version?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "gateways.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GatewayPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Gateway"];
                    };
                };
            };
        };
    };
    "gateways.import_accounts": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderAccountsBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ProviderAccountResult"][];
                    };
                };
            };
        };
    };
    "gateways.import_symbols": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SymbolImportBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["SymbolImport"][];
                    };
                };
            };
        };
    };
    "gateways.restart": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "gateways.symbols": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ProviderSymbol"][];
                    };
                };
            };
        };
    };
    "gateways.transactions": {
        parameters: {
            query?: {
                /** @description Position of the row before which the page ends. */
                before?: string;
                /** @description Most rows of a page. */
                limit?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["GatewayTransaction"][];
                    };
                };
            };
        };
    };
    "gateways.modules": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["FeedModule"][];
                    };
                };
            };
        };
    };
    "gateways.order": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderBodyInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Gateway"][];
                    };
                };
            };
        };
    };
    "gateways.statuses": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["GatewayStatus"][];
                    };
                };
            };
        };
    };
    "groups.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Group"][];
                    };
                };
            };
        };
    };
    "groups.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Group"];
                    };
                };
            };
        };
    };
    "groups.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Group"];
                    };
                };
            };
        };
    };
    "groups.delete": {
        parameters: {
            query?: {
                /** @description Rises with each change; a change names the version last read. */
                version?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "groups.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Group"];
                    };
                };
            };
        };
    };
    "holidays.list": {
        parameters: {
            query?: {
                /** @description Holidays of this month; 0 = any. */
                month?: number;
                /** @description Holidays of this year and of every year; 0 = any. */
                year?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Holiday"][];
                    };
                };
            };
        };
    };
    "holidays.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HolidayCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Holiday"];
                    };
                };
            };
        };
    };
    "holidays.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Holiday"];
                    };
                };
            };
        };
    };
    "holidays.delete": {
        parameters: {
            query?: {
                /** @description Rises with each change; a change names the version last read. */
                version?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "holidays.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HolidayPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Holiday"];
                    };
                };
            };
        };
    };
    "holidays.check": {
        parameters: {
            query: {
                /** @description Day on the server clock, `YYYY-MM-DD`; nothing = today. */
                date?: string;
                /** @description Name of the symbol, in any letter case. */
                symbol: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["HolidayCheck"];
                    };
                };
            };
        };
    };
    "holidays.order": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Holiday"][];
                    };
                };
            };
        };
    };
    "journal.list": {
        parameters: {
            query?: {
                /** @description What this staff user did. */
                by?: number;
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Lines of this kind. */
                kind?: "auth" | "config" | "account" | "trade" | "system";
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Lines about this account. */
                login?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Lines that contain these words, in any letter case. */
                text?: string;
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["JournalPage"];
                    };
                };
            };
        };
    };
    "leverage-profiles.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LeverageProfile"][];
                    };
                };
            };
        };
    };
    "leverage-profiles.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeverageProfileCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LeverageProfile"];
                    };
                };
            };
        };
    };
    "leverage-profiles.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LeverageProfile"];
                    };
                };
            };
        };
    };
    "leverage-profiles.delete": {
        parameters: {
            query?: {
                /** @description Rises with each change; a change names the version last read. */
                version?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "leverage-profiles.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeverageProfilePatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LeverageProfile"];
                    };
                };
            };
        };
    };
    "leverage-profiles.rules.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleInsert"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LeverageProfile"];
                    };
                };
            };
        };
    };
    "leverage-profiles.rules.delete": {
        parameters: {
            query: {
                /** @description Rises with each change; a change names the version last read. */
                version: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the leverage profile. */
                id: number;
                /** @description Place of the rule, from 1 on. */
                n: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LeverageProfile"];
                    };
                };
            };
        };
    };
    "leverage-profiles.rules.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the leverage profile. */
                id: number;
                /** @description Place of the rule, from 1 on. */
                n: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RulePatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LeverageProfile"];
                    };
                };
            };
        };
    };
    "leverage-profiles.rules.order": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleOrder"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LeverageProfile"];
                    };
                };
            };
        };
    };
    "leverage-switches.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LeverageSwitch"][];
                    };
                };
            };
        };
    };
    "leverage-switches.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeverageSwitchCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LeverageSwitch"];
                    };
                };
            };
        };
    };
    "leverage-switches.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LeverageSwitch"];
                    };
                };
            };
        };
    };
    "leverage-switches.delete": {
        parameters: {
            query?: {
                /** @description Rises with each change; a change names the version last read. */
                version?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "leverage-switches.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeverageSwitchPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LeverageSwitch"];
                    };
                };
            };
        };
    };
    "licence.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LicenceStatus"];
                    };
                };
            };
        };
    };
    "licence.apply": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenceKeyBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LicenceStatus"];
                    };
                };
            };
        };
    };
    "licence.brands.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Brand"][];
                    };
                };
            };
        };
    };
    "licence.brands.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrandCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Brand"];
                    };
                };
            };
        };
    };
    "licence.brands.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Brand"];
                    };
                };
            };
        };
    };
    "licence.brands.delete": {
        parameters: {
            query?: {
                /** @description Rises with each change; a change names the version last read. */
                version?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "licence.brands.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrandPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Brand"];
                    };
                };
            };
        };
    };
    "licence.brands.default": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Brand"];
                    };
                };
            };
        };
    };
    "licence.brands.image": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
                /** @description Which image of the brand. */
                kind: "logo" | "banner" | "icon";
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    "licence.brands.put_image": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
                /** @description Which image of the brand. */
                kind: "logo" | "banner" | "icon";
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["FileUpload"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Brand"];
                    };
                };
            };
        };
    };
    "licence.brands.remove_image": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
                /** @description Which image of the brand. */
                kind: "logo" | "banner" | "icon";
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Brand"];
                    };
                };
            };
        };
    };
    "mail.staff.list": {
        parameters: {
            query?: {
                /** @description Folder to page through. */
                folder?: "inbox" | "sent" | "draft";
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Number of the thread whose messages are answered, instead of a folder. */
                thread?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailPage"] | components["schemas"]["MailMessage"][];
                    };
                };
            };
        };
    };
    "mail.send": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailSend"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailSendResult"];
                    };
                };
            };
        };
    };
    "mail-servers.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailServer"][];
                    };
                };
            };
        };
    };
    "mail-servers.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailServerCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailServer"];
                    };
                };
            };
        };
    };
    "mail-servers.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailServer"];
                    };
                };
            };
        };
    };
    "mail-servers.delete": {
        parameters: {
            query?: {
                /** @description Rises with each change; a change names the version last read. */
                version?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "mail-servers.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailServerPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailServer"];
                    };
                };
            };
        };
    };
    "mail-servers.test": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailTestBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "mail.staff.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the copy or draft in the mailbox. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailMessage"];
                    };
                };
            };
        };
    };
    "mail.staff.delete": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the copy or draft in the mailbox. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "mail.staff.download": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the file within the message. */
                file: number;
                /** @description Number of the copy or draft in the mailbox. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    "mail.staff.draft": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailDraft"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailMessage"];
                    };
                };
            };
        };
    };
    "mail.staff.redraft": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the copy or draft in the mailbox. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailDraft"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailMessage"];
                    };
                };
            };
        };
    };
    "mail.staff.attach": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the copy or draft in the mailbox. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["FileUpload"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailMessage"];
                    };
                };
            };
        };
    };
    "mail.staff.detach": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the file within the message. */
                file: number;
                /** @description Number of the copy or draft in the mailbox. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailMessage"];
                    };
                };
            };
        };
    };
    "mail.cancel": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the copy or draft in the mailbox. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailingCancelled"];
                    };
                };
            };
        };
    };
    "mail.outbox": {
        parameters: {
            query?: {
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Only e-mails of this mail server. */
                server_id?: number;
                /** @description Is the e-mail waiting, sent, or given up? */
                status?: "queued" | "sent" | "failed";
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OutboxPage"];
                    };
                };
            };
        };
    };
    "preferences.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Preferences"];
                    };
                };
            };
        };
    };
    "preferences.replace": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferencesBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Preferences"];
                    };
                };
            };
        };
    };
    "preferences.merge": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferencesBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Preferences"];
                    };
                };
            };
        };
    };
    "network.servers.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LogicalServer"][];
                    };
                };
            };
        };
    };
    "network.servers.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Name of the logical server. */
                id: string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LogicalServer"];
                    };
                };
            };
        };
    };
    "network.servers.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Name of the logical server. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogicalServerPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["LogicalServer"];
                    };
                };
            };
        };
    };
    "network.servers.firewall": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Name of the logical server. */
                id: string;
                /** @description Id of an instance. */
                instance: string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["FirewallView"];
                    };
                };
            };
        };
    };
    "network.servers.monitor": {
        parameters: {
            query?: {
                /** @description Minutes from this time on; absent = none. RFC 3339, UTC. */
                from?: string;
                /** @description How many make one row of averages. In minutes. */
                step?: number;
                /** @description Until before this time; absent = now. At most 24 hours. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Name of the logical server. */
                id: string;
                /** @description Id of an instance. */
                instance: string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ServerMonitor"];
                    };
                };
            };
        };
    };
    "network.servers.maintenance": {
        parameters: {
            query?: {
                /** @description Most rows of the page. */
                limit?: number;
                /** @description Number of the page. */
                page?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Name of the logical server. */
                id: string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MaintenanceRuns"];
                    };
                };
            };
        };
    };
    "notifications.send": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["NotificationResult"][];
                    };
                };
            };
        };
    };
    "online.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OnlineRow"][];
                    };
                };
            };
        };
    };
    "online.kick_session": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the session. */
                session: string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "online.kick": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KickBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "online.window": {
        parameters: {
            query?: {
                /** @description Session to show the window around, for `around`. */
                anchor_id?: string;
                /** @description Cursor of an earlier window, for `after` and `before`. */
                cursor?: string;
                /** @description Which rows: the first, those after or before a cursor, around a session. */
                edge?: "first" | "after" | "before" | "around";
                /** @description Most rows of the window. */
                limit?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OnlineWindowPage"];
                    };
                };
            };
        };
    };
    "platform.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["PlatformState"];
                    };
                };
            };
        };
    };
    "platform.mode": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlatformModeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["PlatformState"];
                    };
                };
            };
        };
    };
    "platform.release": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["PlatformState"];
                    };
                };
            };
        };
    };
    "platform.settings.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["PlatformSettings"];
                    };
                };
            };
        };
    };
    "platform.settings.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlatformSettingsPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["PlatformSettings"];
                    };
                };
            };
        };
    };
    "positions.all": {
        parameters: {
            query?: {
                /** @description Company of the groups of the accounts, in any letter case. */
                company?: string;
                /** @description Mask of group paths; empty = all in scope. */
                group?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Account whose trades are listed. */
                login?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Exact name of the symbol, in any letter case. */
                symbol?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["StaffPositionPage"];
                    };
                };
            };
        };
    };
    "positions.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["StaffPosition"];
                    };
                };
            };
        };
    };
    "positions.change": {
        parameters: {
            header?: {
                /** @description A UUID of the client: a request that is repeated with it does nothing twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PositionPatchBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["PositionCorrection"];
                    };
                };
            };
        };
    };
    "positions.bulk_close": {
        parameters: {
            header?: {
                /** @description A UUID of the client: a request that is repeated with it does nothing twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BulkCloseBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["BulkCloseReply"];
                    };
                };
            };
        };
    };
    "positions.closed": {
        parameters: {
            query?: {
                /** @description Taken, and not used. */
                action?: string;
                /** @description Company of the groups of the accounts, in any letter case. */
                company?: string;
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Mask of group paths; empty = all in scope. */
                group?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Account whose trades are listed. */
                login?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Exact name of the symbol, in any letter case. */
                symbol?: string;
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ClosedPage"];
                    };
                };
            };
        };
    };
    "positions.closed.export": {
        parameters: {
            query?: {
                /** @description Taken, and not used. */
                action?: string;
                /** @description Does the file begin with the mark by which spreadsheets know UTF-8? */
                bom?: boolean;
                /** @description Company of the groups of the accounts, in any letter case. */
                company?: string;
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Mask of group paths; empty = all in scope. */
                group?: string;
                /** @description Account whose trades are listed. */
                login?: number;
                /** @description Exact name of the symbol, in any letter case. */
                symbol?: string;
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    "positions.count": {
        parameters: {
            query?: {
                /** @description Company of the groups of the accounts, in any letter case. */
                company?: string;
                /** @description Mask of group paths; empty = all in scope. */
                group?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Account whose trades are listed. */
                login?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Exact name of the symbol, in any letter case. */
                symbol?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["PositionCount"];
                    };
                };
            };
        };
    };
    "positions.delete": {
        parameters: {
            header?: {
                /** @description A UUID of the client: a request that is repeated with it does nothing twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionDeleteBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DeleteResult"];
                    };
                };
            };
        };
    };
    "positions.export": {
        parameters: {
            query?: {
                /** @description Does the file begin with the mark by which spreadsheets know UTF-8? */
                bom?: boolean;
                /** @description Company of the groups of the accounts, in any letter case. */
                company?: string;
                /** @description Mask of group paths; empty = all in scope. */
                group?: string;
                /** @description Account whose trades are listed. */
                login?: number;
                /** @description Exact name of the symbol, in any letter case. */
                symbol?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    "positions.orders": {
        parameters: {
            query?: {
                /** @description Company of the groups of the accounts, in any letter case. */
                company?: string;
                /** @description Mask of group paths; empty = all in scope. */
                group?: string;
                /** @description True lists only orders that have a held fill; else all. */
                held?: boolean;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Account whose trades are listed. */
                login?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Exact name of the symbol, in any letter case. */
                symbol?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["StaffOrderPage"];
                    };
                };
            };
        };
    };
    "positions.orders.export": {
        parameters: {
            query?: {
                /** @description Does the file begin with the mark by which spreadsheets know UTF-8? */
                bom?: boolean;
                /** @description Company of the groups of the accounts, in any letter case. */
                company?: string;
                /** @description Mask of group paths; empty = all in scope. */
                group?: string;
                /** @description Account whose trades are listed. */
                login?: number;
                /** @description Exact name of the symbol, in any letter case. */
                symbol?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    "positions.payments": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentsBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["PaymentResult"][];
                    };
                };
            };
        };
    };
    "positions.payments.preview": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PaymentsPreviewBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["PaymentsPreview"];
                    };
                };
            };
        };
    };
    "quotes.publish": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManualQuoteBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ManualQuote"];
                    };
                };
            };
        };
    };
    "reports.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AvailableReport"][];
                    };
                };
            };
        };
    };
    "reports.configs.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ReportConfig"][];
                    };
                };
            };
        };
    };
    "reports.configs.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportConfigCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ReportConfig"];
                    };
                };
            };
        };
    };
    "reports.configs.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ReportConfig"];
                    };
                };
            };
        };
    };
    "reports.configs.delete": {
        parameters: {
            query?: {
                /** @description Rises with each change; a change names the version last read. */
                version?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "reports.configs.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportConfigPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ReportConfig"];
                    };
                };
            };
        };
    };
    "reports.configs.order": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ReportConfig"][];
                    };
                };
            };
        };
    };
    "reports.daily": {
        parameters: {
            query?: {
                /** @description Company of these groups, in any letter case. */
                company?: string;
                /** @description First day; nothing = as far back as is kept. */
                from?: string;
                /** @description Mask of the groups that accounts had on the day; empty = all in scope. */
                group?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Account whose lines are listed. */
                login?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Last day; nothing = the newest. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DailyRowPage"];
                    };
                };
            };
        };
    };
    "reports.exposure": {
        parameters: {
            query?: {
                /** @description Company of the groups, in any letter case; empty = any. */
                company?: string;
                /** @description Mask of group paths; empty = all in scope. */
                group?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ExposureRow"][];
                    };
                };
            };
        };
    };
    "reports.jobs.list": {
        parameters: {
            query?: {
                /** @description Jobs of everyone? For `config.reports`. */
                all?: boolean;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ReportJobPage"];
                    };
                };
            };
        };
    };
    "reports.jobs.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportJobCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ReportJob"];
                    };
                };
            };
        };
    };
    "reports.jobs.read": {
        parameters: {
            query?: {
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Number of the section, from 1 on; nothing = each. */
                section?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["WholeReportJob"];
                    };
                };
            };
        };
    };
    "reports.jobs.delete": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "reports.jobs.cancel": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ReportJob"];
                    };
                };
            };
        };
    };
    "reports.jobs.download": {
        parameters: {
            query?: {
                /** @description Number of the section, from 1 on. */
                section?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    "reports.jobs.retry": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ReportJob"];
                    };
                };
            };
        };
    };
    "reports.modules": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ReportModule"][];
                    };
                };
            };
        };
    };
    "routing.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["RoutingRule"][];
                    };
                };
            };
        };
    };
    "routing.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoutingRuleCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["RoutingRule"];
                    };
                };
            };
        };
    };
    "routing.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["RoutingRule"];
                    };
                };
            };
        };
    };
    "routing.delete": {
        parameters: {
            query?: {
                /** @description Rises with each change; a change names the version last read. */
                version?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "routing.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoutingRulePatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["RoutingRule"];
                    };
                };
            };
        };
    };
    "routing.dealers.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["RoutingDealers"];
                    };
                };
            };
        };
    };
    "routing.dealers.replace": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DealersBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["RoutingDealers"];
                    };
                };
            };
        };
    };
    "routing.dealers.delete": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Login of the dealer. */
                dealer: number;
                /** @description Id of the routing rule. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["RoutingDealers"];
                    };
                };
            };
        };
    };
    "routing.fields": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["RoutingFields"];
                    };
                };
            };
        };
    };
    "routing.order": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["RoutingRule"][];
                    };
                };
            };
        };
    };
    "routing.test": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoutingSample"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["RoutingTest"];
                    };
                };
            };
        };
    };
    "sign-up.settings.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["SignUpSettings"];
                    };
                };
            };
        };
    };
    "sign-up.settings.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpSettingsPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["SignUpSettings"];
                    };
                };
            };
        };
    };
    "socket.staff": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Upgraded. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    "staff.list": {
        parameters: {
            query?: {
                /** @description A list of group masks; empty = every group. */
                group?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Login of the user; 0 = any. */
                login?: number;
                /** @description Part of the name; empty = any. */
                name?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["StaffPage"];
                    };
                };
            };
        };
    };
    "staff.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["StaffUser"];
                    };
                };
            };
        };
    };
    "staff.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["StaffUser"];
                    };
                };
            };
        };
    };
    "staff.delete": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "staff.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["StaffUser"];
                    };
                };
            };
        };
    };
    "staff.disable": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["StaffUser"];
                    };
                };
            };
        };
    };
    "staff.journal": {
        parameters: {
            query?: {
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Lines of this kind. */
                kind?: "auth" | "config" | "account" | "trade" | "system";
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Lines about this account. */
                login?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Lines that contain these words, in any letter case. */
                text?: string;
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["JournalPage"];
                    };
                };
            };
        };
    };
    "staff.password": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffPassword"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "staff.reports": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ReportLine"][];
                    };
                };
            };
        };
    };
    "staff.put_reports": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the account or staff user. */
                login: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffReports"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ReportLine"][];
                    };
                };
            };
        };
    };
    "staff.rights": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["StaffRight"][];
                    };
                };
            };
        };
    };
    "staff.roles": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["StaffRole"][];
                    };
                };
            };
        };
    };
    "config.symbols.list": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Symbol"][];
                    };
                };
            };
        };
    };
    "config.symbols.create": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SymbolCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Symbol"];
                    };
                };
            };
        };
    };
    "config.symbols.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Symbol"];
                    };
                };
            };
        };
    };
    "config.symbols.delete": {
        parameters: {
            query?: {
                /** @description Rises with each change; a change names the version last read. */
                version?: number;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DealBustBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "config.symbols.change": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SymbolPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Symbol"];
                    };
                };
            };
        };
    };
    "config.symbols.quick": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SymbolQuickEdit"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Symbol"];
                    };
                };
            };
        };
    };
    "asyncapi.json": {
        responses: {
            /** @description The description of the live sockets, AsyncAPI 3. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    docs: {
        responses: {
            /** @description This description as a page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
        };
    };
    "docs.socket": {
        responses: {
            /** @description The description of the live sockets as a page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
        };
    };
    healthz: {
        responses: {
            /** @description Is the process alive? */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    metrics: {
        responses: {
            /** @description Figures in the Prometheus text format. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
        };
    };
    "openapi.json": {
        responses: {
            /** @description This description. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    readyz: {
        responses: {
            /** @description Can it serve? */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    "account.read": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["AccountPicture"];
                    };
                };
            };
        };
    };
    "auth.trader.api_password": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiPasswordBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "auth.trader.password": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "auth.trader.login": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TokensView"];
                    };
                };
            };
        };
    };
    "auth.trader.logout": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "auth.trader.me": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MeView"];
                    };
                };
            };
        };
    };
    "auth.trader.otp": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OtpStatus"];
                    };
                };
            };
        };
    };
    "auth.trader.otp.confirm": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["SessionView"];
                    };
                };
            };
        };
    };
    "auth.trader.otp.disable": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OtpStatus"];
                    };
                };
            };
        };
    };
    "auth.trader.otp.enrol": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OtpEnrolment"];
                    };
                };
            };
        };
    };
    "auth.trader.refresh": {
        parameters: {
            header?: {
                /** @description A UUID of the client: a request that is repeated with it does nothing twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RefreshBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TokensView"];
                    };
                };
            };
        };
    };
    "bars.list": {
        parameters: {
            query: {
                /** @description Bars that open later than this time, from the oldest on. RFC 3339, UTC. */
                after?: string;
                /** @description Bars that open earlier than this time: the newest of them. RFC 3339, UTC. */
                before?: string;
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Most bars of the answer. */
                limit?: number;
                /** @description Name of the symbol. */
                symbol: string;
                /** @description Length of a bar: minutes, hours, a day, a week from Sunday on, or a month. */
                timeframe: "m1" | "m5" | "m15" | "m30" | "h1" | "h4" | "d1" | "w1" | "mn1";
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Bar"][];
                    };
                };
            };
        };
    };
    "brand.read": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TerminalBrand"];
                    };
                };
            };
        };
    };
    "brand.image": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Which image of the brand. */
                kind: "logo" | "banner" | "icon";
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    "deals.read": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Deal"];
                    };
                };
            };
        };
    };
    "history.deals": {
        parameters: {
            query?: {
                /** @description A cursor: rows that came later, from the oldest on; `start` = from the first row on. In an answer: where to go on forward. */
                after?: string;
                /** @description A cursor: rows that came earlier, from the newest on; `end` = from the last row on. In an answer: where to go on backward. */
                before?: string;
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Rows of this order alone. */
                order_id?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Rows of this position alone. */
                position_id?: number;
                /** @description Rows that the request with this id made. */
                request_id?: string;
                /** @description Rows of this symbol alone. */
                symbol?: string;
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["DealPage"];
                    };
                };
            };
        };
    };
    "history.orders": {
        parameters: {
            query?: {
                /** @description A cursor: rows that came later, from the oldest on; `start` = from the first row on. In an answer: where to go on forward. */
                after?: string;
                /** @description A cursor: rows that came earlier, from the newest on; `end` = from the last row on. In an answer: where to go on backward. */
                before?: string;
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Rows of this order alone. */
                order_id?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Rows of this position alone. */
                position_id?: number;
                /** @description Rows that the request with this id made. */
                request_id?: string;
                /** @description Rows of this symbol alone. */
                symbol?: string;
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["EndedOrderPage"];
                    };
                };
            };
        };
    };
    "history.positions": {
        parameters: {
            query?: {
                /** @description A cursor: rows that came later, from the oldest on; `start` = from the first row on. In an answer: where to go on forward. */
                after?: string;
                /** @description A cursor: rows that came earlier, from the newest on; `end` = from the last row on. In an answer: where to go on backward. */
                before?: string;
                /** @description Start of the period, inclusive; nothing = as far back as is kept. RFC 3339, UTC. */
                from?: string;
                /** @description Most rows of a page. */
                limit?: number;
                /** @description The `seq` of an answer that the list must contain, besides what the session was told. */
                min_projection_seq?: string;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Rows of this symbol alone. */
                symbol?: string;
                /** @description End of the period, exclusive; nothing = now. RFC 3339, UTC. */
                to?: string;
            };
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["ClosedPositionPage"];
                    };
                };
            };
        };
    };
    "mail.trader.list": {
        parameters: {
            query?: {
                /** @description Folder to page through. */
                folder?: "inbox" | "sent" | "draft";
                /** @description Most rows of a page. */
                limit?: number;
                /** @description Number of the page, from 1 on. */
                page?: number;
                /** @description Number of the thread whose messages are answered, instead of a folder. */
                thread?: number;
            };
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailPage"] | components["schemas"]["MailMessage"][];
                    };
                };
            };
        };
    };
    "mail.send_to_staff": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TraderMailSend"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailMessage"];
                    };
                };
            };
        };
    };
    "mail.trader.read": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the copy or draft in the mailbox. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailMessage"];
                    };
                };
            };
        };
    };
    "mail.trader.delete": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the copy or draft in the mailbox. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "mail.trader.download": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the file within the message. */
                file: number;
                /** @description Number of the copy or draft in the mailbox. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    "mail.trader.draft": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailDraft"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailMessage"];
                    };
                };
            };
        };
    };
    "mail.trader.redraft": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the copy or draft in the mailbox. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailDraft"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailMessage"];
                    };
                };
            };
        };
    };
    "mail.trader.attach": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the copy or draft in the mailbox. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["FileUpload"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailMessage"];
                    };
                };
            };
        };
    };
    "mail.trader.detach": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the file within the message. */
                file: number;
                /** @description Number of the copy or draft in the mailbox. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["MailMessage"];
                    };
                };
            };
        };
    };
    "mail.mailboxes": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Mailbox"][];
                    };
                };
            };
        };
    };
    "news.list": {
        parameters: {
            query?: {
                /** @description How many of the newest are answered. */
                limit?: number;
            };
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["News"][];
                    };
                };
            };
        };
    };
    "notifications.list": {
        parameters: {
            query?: {
                /** @description Most rows. */
                limit?: number;
            };
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Notification"][];
                    };
                };
            };
        };
    };
    "orders.list": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OpenOrder"][];
                    };
                };
            };
        };
    };
    "orders.read": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["EndedOrder"];
                    };
                };
            };
        };
    };
    "positions.list": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OpenPosition"][];
                    };
                };
            };
        };
    };
    "quotes.list": {
        parameters: {
            query?: {
                /** @description Names with commas between; nothing = all offered. */
                symbols?: string;
            };
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Quote"][];
                    };
                };
            };
        };
    };
    "register.options": {
        parameters: {
            query?: {
                /** @description Country of residence; letter case is ignored. */
                country?: string;
                /** @description Replaces `{lang}` in web addresses. */
                lang?: string;
            };
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["SignUpOptions"];
                    };
                };
            };
        };
    };
    register: {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Registered"];
                    };
                };
            };
        };
    };
    "register.code": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpCodeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["CodeSent"];
                    };
                };
            };
        };
    };
    "socket.trader": {
        parameters: {
            header?: {
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Upgraded. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    "symbols.list": {
        parameters: {
            query?: {
                /** @description Names with commas between; none = all fields. */
                fields?: string;
            };
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["OfferedSymbol"][];
                    };
                };
            };
        };
    };
    "trades.create": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TradeOpen"] | components["schemas"]["TradeClose"] | components["schemas"]["TradeCloseBy"] | components["schemas"]["TradeModify"] | components["schemas"]["TradePending"] | components["schemas"]["TradePendingModify"] | components["schemas"]["TradePendingCancel"] | components["schemas"]["TradePrice"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TradeResult"];
                    };
                };
            };
        };
    };
    "trades.status": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description UUID of the trade request. */
                request_id: string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TradeResult"];
                    };
                };
            };
        };
    };
    "trades.check": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckTradeOpen"] | components["schemas"]["CheckTradeClose"] | components["schemas"]["CheckTradeCloseBy"] | components["schemas"]["CheckTradeModify"] | components["schemas"]["CheckTradePending"] | components["schemas"]["CheckTradePendingModify"] | components["schemas"]["CheckTradePendingCancel"] | components["schemas"]["CheckTradePrice"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["TradeCheck"];
                    };
                };
            };
        };
    };
    "watchlists.list": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Watchlist"][];
                    };
                };
            };
        };
    };
    "watchlists.create": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WatchlistBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Watchlist"];
                    };
                };
            };
        };
    };
    "watchlists.delete": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: null;
                    };
                };
            };
        };
    };
    "watchlists.change": {
        parameters: {
            header?: {
                /** @description Login that the client believes is signed in; it selects no account. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id; the server makes one where it is missing. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Number of the record; set by the server. */
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WatchlistPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @description What was asked for; null when there is nothing to return. */
                        data?: components["schemas"]["Watchlist"];
                    };
                };
            };
        };
    };
}

// The types of the API's routes, generated from the server's description of itself.
// `npm run client-types` writes this file; changes by hand are lost.

export interface paths {
    "/admin/v1/account-allocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists allocation rules. */
        get: operations["account-allocations.list"];
        put?: never;
        /** Creates an allocation rule. */
        post: operations["account-allocations.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/account-allocations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers an allocation rule. */
        get: operations["account-allocations.read"];
        /** Replaces an allocation rule wholly. */
        put: operations["account-allocations.replace"];
        post?: never;
        /** Deletes an allocation rule. */
        delete: operations["account-allocations.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/account-allocations/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers the settings of account allocation. */
        get: operations["account-allocations.settings.read"];
        /** Replaces the settings of account allocation wholly. */
        put: operations["account-allocations.settings.replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Opens an account without money in a group within the scope. */
        post: operations["accounts.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{login}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers an account with its live money, which is null while execution is silent. */
        get: operations["accounts.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes fields of an account; sessions end at terminals that it takes away. What one may not see one does not change. */
        patch: operations["accounts.change"];
        trace?: never;
    };
    "/admin/v1/accounts/{login}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pays in or out, once for each request id. */
        post: operations["accounts.balance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{login}/otp/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes the one-time codes of an account away and closes its sessions. */
        post: operations["accounts.otp.reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{login}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets a password of an account and ends the sessions that it opened; an empty one takes an investor, phone or api password away. */
        post: operations["accounts.password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{login}/password/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tells whether a password of an account fits; wrong ones count as failed sign-ins. */
        post: operations["accounts.password.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{login}/trade": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a trade request for a client, with the caller as its dealer. */
        post: operations["accounts.trade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the password of the login and closes every session of it, this one included. */
        post: operations["auth.staff.password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in: browsers get cookies and a csrf token, other terminals get two tokens. */
        post: operations["auth.staff.login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Closes the session; a browser whose access is over may use its live refresh cookie. */
        post: operations["auth.staff.logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers the session that the request was made in. */
        get: operations["auth.staff.me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says whether one-time codes are on for the login, and whether its group demands them. */
        get: operations["auth.staff.otp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/otp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turns codes on with the first one of the secret; other sessions of the login end, and a browser gets new cookies. */
        post: operations["auth.staff.otp.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/otp/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turns codes off with a current one, where the group does not demand them. */
        post: operations["auth.staff.otp.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/otp/enrol": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a secret for an authenticator app; within 15 minutes of the sign-in. */
        post: operations["auth.staff.otp.enrol"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives new tokens for the refresh token, which stops working. */
        post: operations["auth.staff.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/config/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists symbols or groups as their own route does. */
        get: operations["config.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/config/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates or changes symbols or groups, as their own routes do. */
        post: operations["config.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/config/transfer/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what there is to transfer, by kind. */
        get: operations["transfer.catalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/config/transfer/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deletes settings by key, or says what a delete would do. */
        post: operations["transfer.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/config/transfer/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers a file of settings, without secrets. */
        post: operations["transfer.export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/config/transfer/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes a file of settings over, item by item. */
        post: operations["transfer.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/config/transfer/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers what an import of a file would do; writes nothing. */
        post: operations["transfer.preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/confirmations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives a code to be shown and typed, for one request of this session within 2 minutes. */
        post: operations["confirmations.issue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/datafeeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists datafeeds. */
        get: operations["datafeeds.list"];
        put?: never;
        /** Creates a datafeed. */
        post: operations["datafeeds.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/datafeeds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers a datafeed. */
        get: operations["datafeeds.read"];
        put?: never;
        post?: never;
        /** Deletes a datafeed. */
        delete: operations["datafeeds.delete"];
        options?: never;
        head?: never;
        /** Changes fields of a datafeed. */
        patch: operations["datafeeds.change"];
        trace?: never;
    };
    "/admin/v1/datafeeds/{id}/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Connects a datafeed anew. */
        post: operations["datafeeds.restart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/datafeeds/modules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the modules that a datafeed may be of. */
        get: operations["datafeeds.modules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/datafeeds/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Puts datafeeds in another order. */
        put: operations["datafeeds.order"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/datafeeds/statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells what each datafeed is doing. */
        get: operations["datafeeds.statuses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/deals/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Explains a deal: its cause, the rule that decided, the quote seen, the money around it. */
        get: operations["deals.explain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/gateways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists gateways. */
        get: operations["gateways.list"];
        put?: never;
        /** Creates a gateway. */
        post: operations["gateways.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/gateways/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers a gateway. */
        get: operations["gateways.read"];
        put?: never;
        post?: never;
        /** Deletes a gateway. */
        delete: operations["gateways.delete"];
        options?: never;
        head?: never;
        /** Changes fields of a gateway. */
        patch: operations["gateways.change"];
        trace?: never;
    };
    "/admin/v1/gateways/modules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the modules that a gateway may be of. */
        get: operations["gateways.modules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/gateways/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Puts gateways in another order. */
        put: operations["gateways.order"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/gateways/statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells what each gateway is doing. */
        get: operations["gateways.statuses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists groups in scope, by path. */
        get: operations["groups.list"];
        put?: never;
        /** Creates a group. */
        post: operations["groups.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers a group. */
        get: operations["groups.read"];
        put?: never;
        post?: never;
        /** Deletes a group. */
        delete: operations["groups.delete"];
        options?: never;
        head?: never;
        /** Changes fields of a group. */
        patch: operations["groups.change"];
        trace?: never;
    };
    "/admin/v1/holidays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists holidays. */
        get: operations["holidays.list"];
        put?: never;
        /** Creates a holiday. */
        post: operations["holidays.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/holidays/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers a holiday. */
        get: operations["holidays.read"];
        put?: never;
        post?: never;
        /** Deletes a holiday. */
        delete: operations["holidays.delete"];
        options?: never;
        head?: never;
        /** Changes fields of a holiday. */
        patch: operations["holidays.change"];
        trace?: never;
    };
    "/admin/v1/holidays/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers which holidays close a symbol on a day. */
        get: operations["holidays.check"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/holidays/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Puts holidays in another order. */
        put: operations["holidays.order"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Pages through the lines of the journal, newest first, as far back as the caller sees. */
        get: operations["journal.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/leverage-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists leverage profiles. */
        get: operations["leverage-profiles.list"];
        put?: never;
        /** Creates a leverage profile. */
        post: operations["leverage-profiles.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/leverage-profiles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers a leverage profile. */
        get: operations["leverage-profiles.read"];
        put?: never;
        post?: never;
        /** Deletes a leverage profile. */
        delete: operations["leverage-profiles.delete"];
        options?: never;
        head?: never;
        /** Changes fields of a leverage profile. */
        patch: operations["leverage-profiles.change"];
        trace?: never;
    };
    "/admin/v1/leverage-profiles/{id}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts a rule into a leverage profile. */
        post: operations["leverage-profiles.rules.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/leverage-profiles/{id}/rules/{n}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Takes the rule with a number, which is its place, out of a leverage profile. */
        delete: operations["leverage-profiles.rules.delete"];
        options?: never;
        head?: never;
        /** Changes fields of the rule with a number, which is its place. */
        patch: operations["leverage-profiles.rules.change"];
        trace?: never;
    };
    "/admin/v1/leverage-profiles/{id}/rules/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Puts the rules of a leverage profile in another order. */
        put: operations["leverage-profiles.rules.order"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/mail-servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists mail servers with what they have done. */
        get: operations["mail-servers.list"];
        put?: never;
        /** Creates a mail server. */
        post: operations["mail-servers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/mail-servers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers a mail server. */
        get: operations["mail-servers.read"];
        put?: never;
        post?: never;
        /** Deletes a mail server. */
        delete: operations["mail-servers.delete"];
        options?: never;
        head?: never;
        /** Changes fields of a mail server. */
        patch: operations["mail-servers.change"];
        trace?: never;
    };
    "/admin/v1/mail-servers/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends an e-mail at once through a mail server, a disabled one too. */
        post: operations["mail-servers.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/me/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers the desk preferences of the signed-in user. */
        get: operations["preferences.read"];
        /** Replaces the desk preferences. */
        put: operations["preferences.replace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Merges top-level keys into the desk preferences; a key that is null goes. */
        patch: operations["preferences.merge"];
        trace?: never;
    };
    "/admin/v1/network/servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the logical servers. */
        get: operations["network.servers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/network/servers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers a logical server. */
        get: operations["network.servers.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes fields of a logical server. */
        patch: operations["network.servers.change"];
        trace?: never;
    };
    "/admin/v1/online": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the sessions in use within the scope, oldest first. */
        get: operations["online.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/online/{session}/kick": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends one session; its sockets close. */
        post: operations["online.kick_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/online/kick": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends every open session of a login; its sockets close. */
        post: operations["online.kick"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/online/window": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers a window over the sessions in use: by a cursor, or around one of them. */
        get: operations["online.window"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publishes a price, as if a datafeed had sent it. */
        post: operations["quotes.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/reports/configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists report configurations. */
        get: operations["reports.configs.list"];
        put?: never;
        /** Creates a report configuration. */
        post: operations["reports.configs.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/reports/configs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers a report configuration. */
        get: operations["reports.configs.read"];
        put?: never;
        post?: never;
        /** Deletes a report configuration. */
        delete: operations["reports.configs.delete"];
        options?: never;
        head?: never;
        /** Changes fields of a report configuration. */
        patch: operations["reports.configs.change"];
        trace?: never;
    };
    "/admin/v1/reports/configs/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Puts report configurations in another order. */
        put: operations["reports.configs.order"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/reports/modules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the modules that a report configuration may name. */
        get: operations["reports.modules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/routing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists routing rules. */
        get: operations["routing.list"];
        put?: never;
        /** Creates a routing rule. */
        post: operations["routing.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/routing/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers a routing rule. */
        get: operations["routing.read"];
        put?: never;
        post?: never;
        /** Deletes a routing rule. */
        delete: operations["routing.delete"];
        options?: never;
        head?: never;
        /** Changes fields of a routing rule. */
        patch: operations["routing.change"];
        trace?: never;
    };
    "/admin/v1/routing/{id}/dealers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers the dealers of a routing rule in the order in which they are asked. */
        get: operations["routing.dealers.list"];
        put?: never;
        /** Replaces the dealers of a routing rule. */
        post: operations["routing.dealers.replace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/routing/{id}/dealers/{dealer}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Takes a dealer off a routing rule. */
        delete: operations["routing.dealers.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/routing/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers what routing rules can be made of. */
        get: operations["routing.fields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/routing/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Puts routing rules in another order. */
        put: operations["routing.order"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/routing/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers which routing rule would take a request, and why. */
        post: operations["routing.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/socket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Opens the live socket: upgraded, subprotocol brokerd.v1.json or brokerd.v1.msgpack. */
        get: operations["socket.staff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/staff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists staff users whose group is within the scope. */
        get: operations["staff.list"];
        put?: never;
        /** Attaches a staff profile to an account of a staff group; no account is opened. */
        post: operations["staff.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/staff/{login}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers a staff user. */
        get: operations["staff.read"];
        put?: never;
        post?: never;
        /** Takes a staff profile away for good, unless there is something to its name. */
        delete: operations["staff.delete"];
        options?: never;
        head?: never;
        /** Changes fields of a staff user; another group, or active false, ends its sessions. */
        patch: operations["staff.change"];
        trace?: never;
    };
    "/admin/v1/staff/{login}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stops a staff user from signing in, and ends its sessions. */
        post: operations["staff.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/staff/{login}/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Pages through what a staff user did, newest first, as far back as the caller sees. */
        get: operations["staff.journal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/staff/{login}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets the password of a staff user, and ends its sessions. */
        post: operations["staff.password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/staff/{login}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the report lines of a staff user by their paths. */
        get: operations["staff.reports"];
        /** Puts other report lines in the place of those of a staff user. */
        put: operations["staff.put_reports"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/staff/rights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists every right, what it opens, and whether the caller may grant it. */
        get: operations["staff.rights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/symbols": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists symbols, by path. */
        get: operations["config.symbols.list"];
        put?: never;
        /** Creates a symbol. */
        post: operations["config.symbols.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/symbols/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers a symbol. */
        get: operations["config.symbols.read"];
        put?: never;
        post?: never;
        /** Deletes a symbol. */
        delete: operations["config.symbols.delete"];
        options?: never;
        head?: never;
        /** Changes fields of a symbol. */
        patch: operations["config.symbols.change"];
        trace?: never;
    };
    "/admin/v1/symbols/{id}/quick": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes spread, levels, swaps or trade access of a symbol. */
        patch: operations["config.symbols.quick"];
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description as a page. */
        get: operations["docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Is the process alive? */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures in the Prometheus text format, for this machine alone unless opened. */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description. */
        get: operations["openapi.json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Can it serve? 503 until it can. */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers the account with its money, positions and orders in one snapshot. */
        get: operations["account.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the password of the login and closes every session of it, this one included. */
        post: operations["auth.trader.password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in: browsers get cookies and a csrf token, other terminals get two tokens. */
        post: operations["auth.trader.login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Closes the session; a browser whose access is over may use its live refresh cookie. */
        post: operations["auth.trader.logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers the session that the request was made in. */
        get: operations["auth.trader.me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/auth/otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says whether one-time codes are on for the login, and whether its group demands them. */
        get: operations["auth.trader.otp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/auth/otp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turns codes on with the first one of the secret; other sessions of the login end, and a browser gets new cookies. */
        post: operations["auth.trader.otp.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/auth/otp/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turns codes off with a current one, where the group does not demand them. */
        post: operations["auth.trader.otp.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/auth/otp/enrol": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a secret for an authenticator app; within 15 minutes of the sign-in. */
        post: operations["auth.trader.otp.enrol"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives new tokens for the refresh token, which stops working. */
        post: operations["auth.trader.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/bars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers bars that open in the period, oldest first, at most the newest 1000. */
        get: operations["bars.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/history/deals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Pages through deals, newest first. */
        get: operations["history.deals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/history/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Pages through orders that are over, newest first. */
        get: operations["history.orders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/history/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Pages through closed positions, newest first. */
        get: operations["history.positions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers the working orders with the prices that may trigger them, oldest first. */
        get: operations["orders.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers the open positions with their live values, oldest first. */
        get: operations["positions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers the newest prices of the symbols named, or of all that the group is offered. */
        get: operations["quotes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/socket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Opens the live socket: upgraded, subprotocol brokerd.v1.json or brokerd.v1.msgpack. */
        get: operations["socket.trader"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/symbols": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the symbols that the group is offered, with the values that it trades them at. */
        get: operations["symbols.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a trade request; the same request id is executed once. */
        post: operations["trades.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trader/v1/trades/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers what came of a trade request. */
        get: operations["trades.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Envelope: {
            /** @description `ok` on success */
            code: string;
            /** @description The payload; null when there is none. */
            data: unknown;
            message: string;
            request_id: string;
            success: boolean;
        };
    };
    responses: never;
    parameters: {
        /** @description The login that the client believes is signed in. */
        Account: string;
        /** @description Comes back as the request_id. */
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
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default [] */
                            countries: string[];
                            /** Format: date-time */
                            created_at: string;
                            /** @default 0 */
                            default_leverage: number;
                            /** @default  */
                            description: string;
                            /** @default true */
                            enabled: boolean;
                            group_path: string;
                            /** @default 1 */
                            id: number;
                            /** @default [] */
                            leverages: number[];
                            /** @default 0 */
                            priority: number;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /** @default null */
                            white_label_id: number | null;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "account-allocations.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default [] */
                    countries?: string[];
                    created_at?: string;
                    /** @default 0 */
                    default_leverage?: number;
                    /** @default  */
                    description?: string;
                    /** @default true */
                    enabled?: boolean;
                    group_path: string;
                    id?: number;
                    /** @default [] */
                    leverages?: number[];
                    /** @default 0 */
                    priority?: number;
                    updated_at?: string;
                    version?: number;
                    /** @default null */
                    white_label_id?: number | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default [] */
                            countries: string[];
                            /** Format: date-time */
                            created_at: string;
                            /** @default 0 */
                            default_leverage: number;
                            /** @default  */
                            description: string;
                            /** @default true */
                            enabled: boolean;
                            group_path: string;
                            /** @default 1 */
                            id: number;
                            /** @default [] */
                            leverages: number[];
                            /** @default 0 */
                            priority: number;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /** @default null */
                            white_label_id: number | null;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "account-allocations.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default [] */
                            countries: string[];
                            /** Format: date-time */
                            created_at: string;
                            /** @default 0 */
                            default_leverage: number;
                            /** @default  */
                            description: string;
                            /** @default true */
                            enabled: boolean;
                            group_path: string;
                            /** @default 1 */
                            id: number;
                            /** @default [] */
                            leverages: number[];
                            /** @default 0 */
                            priority: number;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /** @default null */
                            white_label_id: number | null;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "account-allocations.replace": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default [] */
                    countries?: string[];
                    created_at?: string;
                    /** @default 0 */
                    default_leverage?: number;
                    /** @default  */
                    description?: string;
                    /** @default true */
                    enabled?: boolean;
                    group_path: string;
                    id?: number;
                    /** @default [] */
                    leverages?: number[];
                    /** @default 0 */
                    priority?: number;
                    updated_at?: string;
                    version: number;
                    /** @default null */
                    white_label_id?: number | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default [] */
                            countries: string[];
                            /** Format: date-time */
                            created_at: string;
                            /** @default 0 */
                            default_leverage: number;
                            /** @default  */
                            description: string;
                            /** @default true */
                            enabled: boolean;
                            group_path: string;
                            /** @default 1 */
                            id: number;
                            /** @default [] */
                            leverages: number[];
                            /** @default 0 */
                            priority: number;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /** @default null */
                            white_label_id: number | null;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "account-allocations.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "account-allocations.settings.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default  */
                            demo_url: string;
                            /** @default  */
                            deposit_url: string;
                            /** @default [] */
                            link_sets: {
                                /** @default [] */
                                countries: string[];
                                /** @default  */
                                description: string;
                                /** @default 1 */
                                id: number;
                                /** @default [] */
                                links: {
                                    /** @default  */
                                    caption: string;
                                    /** @default 0 */
                                    caption_type: number;
                                    url: string;
                                }[];
                                /** @default 0 */
                                sort: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /** @default  */
                            withdraw_url: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "account-allocations.settings.replace": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default  */
                    demo_url?: string;
                    /** @default  */
                    deposit_url?: string;
                    /** @default [] */
                    link_sets?: {
                        /** @default [] */
                        countries?: string[];
                        /** @default  */
                        description?: string;
                        /** @default 1 */
                        id?: number;
                        /** @default [] */
                        links?: {
                            /** @default  */
                            caption?: string;
                            /** @default 0 */
                            caption_type?: number;
                            url: string;
                        }[];
                        /** @default 0 */
                        sort?: number;
                    }[];
                    updated_at?: string;
                    version: number;
                    /** @default  */
                    withdraw_url?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default  */
                            demo_url: string;
                            /** @default  */
                            deposit_url: string;
                            /** @default [] */
                            link_sets: {
                                /** @default [] */
                                countries: string[];
                                /** @default  */
                                description: string;
                                /** @default 1 */
                                id: number;
                                /** @default [] */
                                links: {
                                    /** @default  */
                                    caption: string;
                                    /** @default 0 */
                                    caption_type: number;
                                    url: string;
                                }[];
                                /** @default 0 */
                                sort: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /** @default  */
                            withdraw_url: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "accounts.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address?: string;
                    city?: string;
                    comment?: string;
                    company?: string;
                    country?: string;
                    email?: string;
                    group: string;
                    hidden?: boolean;
                    id_number?: string;
                    investor_password: string;
                    last_name?: string;
                    lead_campaign?: string;
                    lead_source?: string;
                    leverage?: number;
                    limit_orders?: number;
                    limit_positions?: number;
                    login?: number;
                    master_password: string;
                    middle_name?: string;
                    name?: string;
                    password_change_enabled?: boolean;
                    phone?: string;
                    phone_password?: string;
                    state?: string;
                    /** @enum {string} */
                    status?: "RE" | "NR" | "";
                    terminals?: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
                    trading_enabled?: boolean;
                    zip_code?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            address: string;
                            agent: number;
                            api_enabled: boolean;
                            api_password_set: boolean;
                            archived_at: string | null;
                            /** @description decimal */
                            balance: string;
                            /** @description decimal */
                            balance_prev_day: string;
                            /** @description decimal */
                            balance_prev_month: string;
                            bank_account: string;
                            city: string;
                            client_id: number | null;
                            color: string;
                            comment: string;
                            company: string;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            /** @description decimal */
                            credit: string;
                            currency: string;
                            currency_digits: number;
                            email: string;
                            enabled: boolean;
                            group: string;
                            hidden: boolean;
                            id_number: string;
                            language: string;
                            last_access: string | null;
                            last_ip: string;
                            last_name: string;
                            lead_campaign: string;
                            lead_source: string;
                            leverage: number;
                            leverage_own: number;
                            limit_orders: number;
                            limit_positions: number;
                            login: number;
                            middle_name: string;
                            money: {
                                /** @description decimal */
                                balance: string;
                                /** @description decimal */
                                blocked: string;
                                calculated_at: string | null;
                                /** @description decimal */
                                credit: string;
                                /** @description decimal */
                                equity: string;
                                leverage: number;
                                /** @description decimal */
                                margin: string;
                                /** @description decimal */
                                margin_free: string;
                                /** @description decimal */
                                margin_level: string;
                                /** @description decimal */
                                profit: string;
                                /** @description decimal */
                                swap: string;
                            } | null;
                            name: string;
                            password_change_enabled: boolean;
                            phone: string;
                            policy_revision: number;
                            state: string;
                            status: string;
                            terminals: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
                            trading_enabled: boolean;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            zip_code: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "accounts.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            address: string;
                            agent: number;
                            api_enabled: boolean;
                            api_password_set: boolean;
                            archived_at: string | null;
                            /** @description decimal */
                            balance: string;
                            /** @description decimal */
                            balance_prev_day: string;
                            /** @description decimal */
                            balance_prev_month: string;
                            bank_account: string;
                            city: string;
                            client_id: number | null;
                            color: string;
                            comment: string;
                            company: string;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            /** @description decimal */
                            credit: string;
                            currency: string;
                            currency_digits: number;
                            email: string;
                            enabled: boolean;
                            group: string;
                            hidden: boolean;
                            id_number: string;
                            language: string;
                            last_access: string | null;
                            last_ip: string;
                            last_name: string;
                            lead_campaign: string;
                            lead_source: string;
                            leverage: number;
                            leverage_own: number;
                            limit_orders: number;
                            limit_positions: number;
                            login: number;
                            middle_name: string;
                            money: {
                                /** @description decimal */
                                balance: string;
                                /** @description decimal */
                                blocked: string;
                                calculated_at: string | null;
                                /** @description decimal */
                                credit: string;
                                /** @description decimal */
                                equity: string;
                                leverage: number;
                                /** @description decimal */
                                margin: string;
                                /** @description decimal */
                                margin_free: string;
                                /** @description decimal */
                                margin_level: string;
                                /** @description decimal */
                                profit: string;
                                /** @description decimal */
                                swap: string;
                            } | null;
                            name: string;
                            password_change_enabled: boolean;
                            phone: string;
                            policy_revision: number;
                            state: string;
                            status: string;
                            terminals: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
                            trading_enabled: boolean;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            zip_code: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "accounts.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address?: string;
                    city?: string;
                    comment?: string;
                    company?: string;
                    country?: string;
                    email?: string;
                    hidden?: boolean;
                    id_number?: string;
                    last_name?: string;
                    lead_campaign?: string;
                    lead_source?: string;
                    limit_orders?: number;
                    limit_positions?: number;
                    middle_name?: string;
                    name?: string;
                    password_change_enabled?: boolean;
                    phone?: string;
                    state?: string;
                    /** @enum {string} */
                    status?: "RE" | "NR" | "";
                    terminals?: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
                    trading_enabled?: boolean;
                    version: number;
                    zip_code?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            address: string;
                            agent: number;
                            api_enabled: boolean;
                            api_password_set: boolean;
                            archived_at: string | null;
                            /** @description decimal */
                            balance: string;
                            /** @description decimal */
                            balance_prev_day: string;
                            /** @description decimal */
                            balance_prev_month: string;
                            bank_account: string;
                            city: string;
                            client_id: number | null;
                            color: string;
                            comment: string;
                            company: string;
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            /** @description decimal */
                            credit: string;
                            currency: string;
                            currency_digits: number;
                            email: string;
                            enabled: boolean;
                            group: string;
                            hidden: boolean;
                            id_number: string;
                            language: string;
                            last_access: string | null;
                            last_ip: string;
                            last_name: string;
                            lead_campaign: string;
                            lead_source: string;
                            leverage: number;
                            leverage_own: number;
                            limit_orders: number;
                            limit_positions: number;
                            login: number;
                            middle_name: string;
                            money: {
                                /** @description decimal */
                                balance: string;
                                /** @description decimal */
                                blocked: string;
                                calculated_at: string | null;
                                /** @description decimal */
                                credit: string;
                                /** @description decimal */
                                equity: string;
                                leverage: number;
                                /** @description decimal */
                                margin: string;
                                /** @description decimal */
                                margin_free: string;
                                /** @description decimal */
                                margin_level: string;
                                /** @description decimal */
                                profit: string;
                                /** @description decimal */
                                swap: string;
                            } | null;
                            name: string;
                            password_change_enabled: boolean;
                            phone: string;
                            policy_revision: number;
                            state: string;
                            status: string;
                            terminals: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
                            trading_enabled: boolean;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            zip_code: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "accounts.balance": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "balance" | "credit" | "charge" | "correction" | "bonus" | "commission" | "so_compensation" | "dividend" | "dividend_franked" | "tax" | "interest" | "swap" | "agent" | "agent_daily" | "agent_monthly";
                    /** @description decimal */
                    amount: string;
                    comment?: string;
                    request_id: string;
                    skip_margin_check?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @description decimal */
                            amount: string;
                            code: string;
                            deal_id: number | null;
                            login: number;
                            message: string;
                            request_id: string;
                            /** @enum {string} */
                            side: "" | "buy" | "sell";
                            /** @enum {string} */
                            status: "done" | "rejected" | "unknown";
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "accounts.otp.reset": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            enabled: boolean;
                            required: boolean;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "accounts.password": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "master" | "investor" | "phone" | "api";
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "accounts.password.check": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "master" | "investor" | "phone" | "api";
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            matches: boolean;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "accounts.trade": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    comment?: string;
                    deviation_pts?: number;
                    expert_id?: number;
                    /** @enum {string} */
                    fill?: "fok" | "ioc" | "return";
                    /** @constant */
                    kind: "open";
                    /** @description decimal */
                    price?: string;
                    request_id: string;
                    requote_of?: string;
                    /** @enum {string} */
                    side: "buy" | "sell";
                    skip_margin_check?: boolean;
                    /** @description decimal */
                    sl?: string;
                    symbol: string;
                    /** @description decimal */
                    tp?: string;
                    trail_pts?: number;
                    /** Format: date-time */
                    valid_until?: string;
                    /** @description decimal */
                    volume: string;
                } | {
                    comment?: string;
                    deviation_pts?: number;
                    expert_id?: number;
                    /** @enum {string} */
                    fill?: "fok" | "ioc" | "return";
                    /** @constant */
                    kind: "close";
                    position_id: number;
                    /** @description decimal */
                    price?: string;
                    request_id: string;
                    requote_of?: string;
                    skip_margin_check?: boolean;
                    /** Format: date-time */
                    valid_until?: string;
                    /** @description decimal */
                    volume?: string;
                } | {
                    by_position_id: number;
                    comment?: string;
                    expert_id?: number;
                    /** @constant */
                    kind: "close_by";
                    position_id: number;
                    request_id: string;
                    skip_margin_check?: boolean;
                    /** Format: date-time */
                    valid_until?: string;
                } | {
                    /** @constant */
                    kind: "modify";
                    position_id: number;
                    request_id: string;
                    skip_margin_check?: boolean;
                    /** @description decimal */
                    sl?: string;
                    /** @description decimal */
                    tp?: string;
                    trail_pts?: number;
                    /** Format: date-time */
                    valid_until?: string;
                } | {
                    comment?: string;
                    expert_id?: number;
                    /** @enum {string} */
                    expiration?: "gtc" | "day" | "specified" | "specified_day";
                    /** Format: date-time */
                    expires_at?: string;
                    /** @enum {string} */
                    fill?: "fok" | "ioc" | "return";
                    /** @constant */
                    kind: "pending";
                    oco_order_id?: number;
                    /** @enum {string} */
                    order_kind: "limit" | "stop" | "stop_limit";
                    /** @description decimal */
                    price: string;
                    /** @description decimal */
                    price_stop_limit?: string;
                    request_id: string;
                    /** @enum {string} */
                    side: "buy" | "sell";
                    skip_margin_check?: boolean;
                    /** @description decimal */
                    sl?: string;
                    symbol: string;
                    /** @description decimal */
                    tp?: string;
                    trail_pts?: number;
                    /** Format: date-time */
                    valid_until?: string;
                    /** @description decimal */
                    volume: string;
                } | {
                    /** @enum {string} */
                    expiration?: "gtc" | "day" | "specified" | "specified_day";
                    /** Format: date-time */
                    expires_at?: string;
                    /** @constant */
                    kind: "pending_modify";
                    order_id: number;
                    /** @description decimal */
                    price?: string;
                    /** @description decimal */
                    price_stop_limit?: string;
                    request_id: string;
                    skip_margin_check?: boolean;
                    /** @description decimal */
                    sl?: string;
                    /** @description decimal */
                    tp?: string;
                    trail_pts?: number;
                    /** Format: date-time */
                    valid_until?: string;
                } | {
                    /** @constant */
                    kind: "pending_cancel";
                    order_id: number;
                    request_id: string;
                    skip_margin_check?: boolean;
                    /** Format: date-time */
                    valid_until?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @description decimal */
                            ask: string;
                            /** @description decimal */
                            bid: string;
                            code: string;
                            deal_ids: number[];
                            done_at: string | null;
                            message: string;
                            order_id: number | null;
                            position_id: number | null;
                            /** @description decimal */
                            price: string;
                            repeated: boolean;
                            request_id: string;
                            seq: string | null;
                            /** @enum {string} */
                            status: "done" | "partial" | "placed" | "queued" | "requote" | "rejected";
                            /** @description decimal */
                            volume: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.staff.password": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.staff.login": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    keep_signed_in?: boolean;
                    login: number;
                    otp?: string;
                    password: string;
                    terminal?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            access_expires_at: string;
                            access_token: string;
                            csrf_token: string;
                            refresh_token: string;
                            session: {
                                csrf_token: string;
                                /** Format: date-time */
                                expires_at: string;
                                group: string;
                                group_scope: string[];
                                keep_signed_in: boolean;
                                login: number;
                                must_change_password: boolean;
                                must_enrol_otp: boolean;
                                read_only: boolean;
                                rights: string[];
                                server_clock: {
                                    daylight_saving: string;
                                    utc_offset_min: number;
                                };
                                terminal: string;
                            };
                            /** Format: date-time */
                            session_expires_at: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.staff.logout": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.staff.me": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            access_expires_at: string;
                            csrf_token: string;
                            /** Format: date-time */
                            expires_at: string;
                            group: string;
                            group_scope: string[];
                            keep_signed_in: boolean;
                            login: number;
                            must_change_password: boolean;
                            must_enrol_otp: boolean;
                            read_only: boolean;
                            rights: string[];
                            server_clock: {
                                daylight_saving: string;
                                utc_offset_min: number;
                            };
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.staff.otp": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            enabled: boolean;
                            required: boolean;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.staff.otp.confirm": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            csrf_token: string;
                            /** Format: date-time */
                            expires_at: string;
                            group: string;
                            group_scope: string[];
                            keep_signed_in: boolean;
                            login: number;
                            must_change_password: boolean;
                            must_enrol_otp: boolean;
                            read_only: boolean;
                            rights: string[];
                            server_clock: {
                                daylight_saving: string;
                                utc_offset_min: number;
                            };
                            terminal: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.staff.otp.disable": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            enabled: boolean;
                            required: boolean;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.staff.otp.enrol": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            secret: string;
                            uri: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.staff.refresh": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    refresh_token?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            access_expires_at: string;
                            access_token: string;
                            csrf_token: string;
                            refresh_token: string;
                            session: {
                                csrf_token: string;
                                /** Format: date-time */
                                expires_at: string;
                                group: string;
                                group_scope: string[];
                                keep_signed_in: boolean;
                                login: number;
                                must_change_password: boolean;
                                must_enrol_otp: boolean;
                                read_only: boolean;
                                rights: string[];
                                server_clock: {
                                    daylight_saving: string;
                                    utc_offset_min: number;
                                };
                                terminal: string;
                            };
                            /** Format: date-time */
                            session_expires_at: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "config.export": {
        parameters: {
            query: {
                kind: "symbols" | "groups";
            };
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            items: {
                                [key: string]: unknown;
                            }[];
                            kind: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "config.import": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: unknown[];
                    /** @enum {string} */
                    kind: "symbols" | "groups";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            action: "created" | "updated" | "unchanged" | "error";
                            error: string;
                            identity: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "transfer.catalog": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            kinds: {
                                can_read: boolean;
                                can_write: boolean;
                                count: number;
                                items: {
                                    key: string;
                                    name: string;
                                }[];
                                key_field: string;
                                /** @enum {string} */
                                kind: "symbols" | "leverage_profiles" | "groups" | "datafeeds" | "gateways" | "routing" | "holidays" | "reports";
                            }[];
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "transfer.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default true */
                    dry_run?: boolean;
                    keys: string[];
                    /** @enum {string} */
                    kind: "symbols" | "leverage_profiles" | "groups" | "datafeeds" | "gateways" | "routing" | "holidays" | "reports";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            items: {
                                /** @enum {string} */
                                action: "delete" | "deleted" | "refused" | "not_found";
                                error: string;
                                key: string;
                                warning: string;
                            }[];
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "transfer.export": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    kinds: {
                        datafeeds?: string[] | null;
                        gateways?: string[] | null;
                        groups?: string[] | null;
                        holidays?: string[] | null;
                        leverage_profiles?: string[] | null;
                        reports?: string[] | null;
                        routing?: string[] | null;
                        symbols?: string[] | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            denied: string[];
                            /** Format: date-time */
                            exported_at: string;
                            format: string;
                            key_fields: {
                                [key: string]: string;
                            };
                            kinds: {
                                [key: string]: {
                                    [key: string]: unknown;
                                }[];
                            };
                            source: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "transfer.import": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    file: {
                        denied?: string[];
                        exported_at?: string;
                        /** @enum {string} */
                        format: "app-config";
                        key_fields?: {
                            [key: string]: string;
                        };
                        kinds: {
                            datafeeds?: unknown[];
                            gateways?: unknown[];
                            groups?: unknown[];
                            holidays?: unknown[];
                            leverage_profiles?: unknown[];
                            reports?: unknown[];
                            routing?: unknown[];
                            symbols?: unknown[];
                        };
                        source?: string;
                        version: number;
                    };
                    options?: {
                        /**
                         * @default upsert
                         * @enum {string}
                         */
                        mode?: "upsert" | "create_only" | "update_only";
                        /** @default true */
                        new_symbols_trading_disabled?: boolean;
                    };
                    select?: {
                        datafeeds?: string[] | null;
                        gateways?: string[] | null;
                        groups?: string[] | null;
                        holidays?: string[] | null;
                        leverage_profiles?: string[] | null;
                        reports?: string[] | null;
                        routing?: string[] | null;
                        symbols?: string[] | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            items: {
                                action: string;
                                changes: string[];
                                error: string;
                                key: string;
                                /** @enum {string} */
                                kind: "symbols" | "leverage_profiles" | "groups" | "datafeeds" | "gateways" | "routing" | "holidays" | "reports";
                                warnings: string[];
                            }[];
                            summary: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "transfer.preview": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    file: {
                        denied?: string[];
                        exported_at?: string;
                        /** @enum {string} */
                        format: "app-config";
                        key_fields?: {
                            [key: string]: string;
                        };
                        kinds: {
                            datafeeds?: unknown[];
                            gateways?: unknown[];
                            groups?: unknown[];
                            holidays?: unknown[];
                            leverage_profiles?: unknown[];
                            reports?: unknown[];
                            routing?: unknown[];
                            symbols?: unknown[];
                        };
                        source?: string;
                        version: number;
                    };
                    options?: {
                        /**
                         * @default upsert
                         * @enum {string}
                         */
                        mode?: "upsert" | "create_only" | "update_only";
                        /** @default true */
                        new_symbols_trading_disabled?: boolean;
                    };
                    select?: {
                        datafeeds?: string[] | null;
                        gateways?: string[] | null;
                        groups?: string[] | null;
                        holidays?: string[] | null;
                        leverage_profiles?: string[] | null;
                        reports?: string[] | null;
                        routing?: string[] | null;
                        symbols?: string[] | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            items: {
                                action: string;
                                changes: string[];
                                error: string;
                                key: string;
                                /** @enum {string} */
                                kind: "symbols" | "leverage_profiles" | "groups" | "datafeeds" | "gateways" | "routing" | "holidays" | "reports";
                                warnings: string[];
                            }[];
                            summary: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "confirmations.issue": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "positions.close" | "positions.payments";
                    digest: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            code: string;
                            confirm_token: string;
                            /** Format: date-time */
                            expires_at: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "datafeeds.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 10 */
                            failures_before_rest: number;
                            /** @default  */
                            gateway_login: string;
                            /** @default  */
                            gateway_server: string;
                            has_gateway_password: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default 60 */
                            idle_timeout_sec: number;
                            /** @default false */
                            import_symbol_settings: boolean;
                            /** @default  */
                            login: string;
                            /** @enum {string} */
                            module: "fix44" | "dde" | "demo" | "replay";
                            name: string;
                            /** @default false */
                            news_enabled: boolean;
                            params: {
                                key: string;
                                label: string;
                                options: string[];
                                sealed: boolean;
                                /** @enum {string} */
                                type: "string" | "int" | "float" | "bool" | "enum" | "file" | "time";
                                value: string;
                            }[];
                            /** @default 1 */
                            priority: number;
                            /** @default true */
                            quotes_enabled: boolean;
                            /** @default 5 */
                            reconnect_sec: number;
                            /** @default 60 */
                            rest_sec: number;
                            server: string;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 30 */
                            timeout_sec: number;
                            /** @default [] */
                            translates: {
                                /** @default 0 */
                                ask_markup_pts: number;
                                /** @default 0 */
                                bid_markup_pts: number;
                                /** @default  */
                                source: string;
                                /** @default null */
                                source_digits: number | null;
                                symbol_id: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "datafeeds.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default true */
                    enabled?: boolean;
                    /** @default 10 */
                    failures_before_rest?: number;
                    /** @default  */
                    gateway_login?: string;
                    /** @default  */
                    gateway_password?: string;
                    /** @default  */
                    gateway_server?: string;
                    /** @default 60 */
                    idle_timeout_sec?: number;
                    /** @default false */
                    import_symbol_settings?: boolean;
                    /** @default  */
                    login?: string;
                    /** @enum {string} */
                    module: "fix44" | "dde" | "demo" | "replay";
                    name: string;
                    /** @default false */
                    news_enabled?: boolean;
                    /** @default [] */
                    params?: {
                        key: string;
                        label?: unknown;
                        options?: unknown;
                        sealed?: unknown;
                        type?: unknown;
                        value: string;
                    }[];
                    /** @default  */
                    password?: string;
                    /** @default 1 */
                    priority?: number;
                    /** @default true */
                    quotes_enabled?: boolean;
                    /** @default 5 */
                    reconnect_sec?: number;
                    /** @default 60 */
                    rest_sec?: number;
                    server: string;
                    /**
                     * @default [
                     *       "*"
                     *     ]
                     */
                    symbols?: string[];
                    /** @default 30 */
                    timeout_sec?: number;
                    /** @default [] */
                    translates?: {
                        /** @default 0 */
                        ask_markup_pts?: number;
                        /** @default 0 */
                        bid_markup_pts?: number;
                        /** @default  */
                        source?: string;
                        /** @default null */
                        source_digits?: number | null;
                        symbol_id: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 10 */
                            failures_before_rest: number;
                            /** @default  */
                            gateway_login: string;
                            /** @default  */
                            gateway_server: string;
                            has_gateway_password: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default 60 */
                            idle_timeout_sec: number;
                            /** @default false */
                            import_symbol_settings: boolean;
                            /** @default  */
                            login: string;
                            /** @enum {string} */
                            module: "fix44" | "dde" | "demo" | "replay";
                            name: string;
                            /** @default false */
                            news_enabled: boolean;
                            params: {
                                key: string;
                                label: string;
                                options: string[];
                                sealed: boolean;
                                /** @enum {string} */
                                type: "string" | "int" | "float" | "bool" | "enum" | "file" | "time";
                                value: string;
                            }[];
                            /** @default 1 */
                            priority: number;
                            /** @default true */
                            quotes_enabled: boolean;
                            /** @default 5 */
                            reconnect_sec: number;
                            /** @default 60 */
                            rest_sec: number;
                            server: string;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 30 */
                            timeout_sec: number;
                            /** @default [] */
                            translates: {
                                /** @default 0 */
                                ask_markup_pts: number;
                                /** @default 0 */
                                bid_markup_pts: number;
                                /** @default  */
                                source: string;
                                /** @default null */
                                source_digits: number | null;
                                symbol_id: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "datafeeds.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 10 */
                            failures_before_rest: number;
                            /** @default  */
                            gateway_login: string;
                            /** @default  */
                            gateway_server: string;
                            has_gateway_password: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default 60 */
                            idle_timeout_sec: number;
                            /** @default false */
                            import_symbol_settings: boolean;
                            /** @default  */
                            login: string;
                            /** @enum {string} */
                            module: "fix44" | "dde" | "demo" | "replay";
                            name: string;
                            /** @default false */
                            news_enabled: boolean;
                            params: {
                                key: string;
                                label: string;
                                options: string[];
                                sealed: boolean;
                                /** @enum {string} */
                                type: "string" | "int" | "float" | "bool" | "enum" | "file" | "time";
                                value: string;
                            }[];
                            /** @default 1 */
                            priority: number;
                            /** @default true */
                            quotes_enabled: boolean;
                            /** @default 5 */
                            reconnect_sec: number;
                            /** @default 60 */
                            rest_sec: number;
                            server: string;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 30 */
                            timeout_sec: number;
                            /** @default [] */
                            translates: {
                                /** @default 0 */
                                ask_markup_pts: number;
                                /** @default 0 */
                                bid_markup_pts: number;
                                /** @default  */
                                source: string;
                                /** @default null */
                                source_digits: number | null;
                                symbol_id: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "datafeeds.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "datafeeds.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default true */
                    enabled?: boolean;
                    /** @default 10 */
                    failures_before_rest?: number;
                    /** @default  */
                    gateway_login?: string;
                    /** @default  */
                    gateway_password?: string;
                    /** @default  */
                    gateway_server?: string;
                    /** @default 60 */
                    idle_timeout_sec?: number;
                    /** @default false */
                    import_symbol_settings?: boolean;
                    /** @default  */
                    login?: string;
                    /** @enum {string} */
                    module?: "fix44" | "dde" | "demo" | "replay";
                    name?: string;
                    /** @default false */
                    news_enabled?: boolean;
                    /** @default [] */
                    params?: {
                        key: string;
                        label?: unknown;
                        options?: unknown;
                        sealed?: unknown;
                        type?: unknown;
                        value: string;
                    }[];
                    /** @default  */
                    password?: string;
                    /** @default 1 */
                    priority?: number;
                    /** @default true */
                    quotes_enabled?: boolean;
                    /** @default 5 */
                    reconnect_sec?: number;
                    /** @default 60 */
                    rest_sec?: number;
                    server?: string;
                    /**
                     * @default [
                     *       "*"
                     *     ]
                     */
                    symbols?: string[];
                    /** @default 30 */
                    timeout_sec?: number;
                    /** @default [] */
                    translates?: {
                        /** @default 0 */
                        ask_markup_pts?: number;
                        /** @default 0 */
                        bid_markup_pts?: number;
                        /** @default  */
                        source?: string;
                        /** @default null */
                        source_digits?: number | null;
                        symbol_id: number;
                    }[];
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 10 */
                            failures_before_rest: number;
                            /** @default  */
                            gateway_login: string;
                            /** @default  */
                            gateway_server: string;
                            has_gateway_password: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default 60 */
                            idle_timeout_sec: number;
                            /** @default false */
                            import_symbol_settings: boolean;
                            /** @default  */
                            login: string;
                            /** @enum {string} */
                            module: "fix44" | "dde" | "demo" | "replay";
                            name: string;
                            /** @default false */
                            news_enabled: boolean;
                            params: {
                                key: string;
                                label: string;
                                options: string[];
                                sealed: boolean;
                                /** @enum {string} */
                                type: "string" | "int" | "float" | "bool" | "enum" | "file" | "time";
                                value: string;
                            }[];
                            /** @default 1 */
                            priority: number;
                            /** @default true */
                            quotes_enabled: boolean;
                            /** @default 5 */
                            reconnect_sec: number;
                            /** @default 60 */
                            rest_sec: number;
                            server: string;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 30 */
                            timeout_sec: number;
                            /** @default [] */
                            translates: {
                                /** @default 0 */
                                ask_markup_pts: number;
                                /** @default 0 */
                                bid_markup_pts: number;
                                /** @default  */
                                source: string;
                                /** @default null */
                                source_digits: number | null;
                                symbol_id: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "datafeeds.restart": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "datafeeds.modules": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            certificate: string;
                            description: string;
                            label: string;
                            module: string;
                            params: {
                                key: string;
                                label: string;
                                options: string[];
                                sealed: boolean;
                                /** @enum {string} */
                                type: "string" | "int" | "float" | "bool" | "enum" | "file" | "time";
                                value: string;
                            }[];
                            required: string[];
                            signed_by: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "datafeeds.order": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 10 */
                            failures_before_rest: number;
                            /** @default  */
                            gateway_login: string;
                            /** @default  */
                            gateway_server: string;
                            has_gateway_password: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default 60 */
                            idle_timeout_sec: number;
                            /** @default false */
                            import_symbol_settings: boolean;
                            /** @default  */
                            login: string;
                            /** @enum {string} */
                            module: "fix44" | "dde" | "demo" | "replay";
                            name: string;
                            /** @default false */
                            news_enabled: boolean;
                            params: {
                                key: string;
                                label: string;
                                options: string[];
                                sealed: boolean;
                                /** @enum {string} */
                                type: "string" | "int" | "float" | "bool" | "enum" | "file" | "time";
                                value: string;
                            }[];
                            /** @default 1 */
                            priority: number;
                            /** @default true */
                            quotes_enabled: boolean;
                            /** @default 5 */
                            reconnect_sec: number;
                            /** @default 60 */
                            rest_sec: number;
                            server: string;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 30 */
                            timeout_sec: number;
                            /** @default [] */
                            translates: {
                                /** @default 0 */
                                ask_markup_pts: number;
                                /** @default 0 */
                                bid_markup_pts: number;
                                /** @default  */
                                source: string;
                                /** @default null */
                                source_digits: number | null;
                                symbol_id: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "datafeeds.statuses": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            connects: number;
                            datafeed_id: number;
                            dropped: number;
                            failures: number;
                            faults: number;
                            instruments: number;
                            last_error: string;
                            last_tick: string | null;
                            /** @enum {string} */
                            state: "disabled" | "stopped" | "connecting" | "online" | "waiting" | "resting" | "finished";
                            ticks: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "deals.explain": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            cause: {
                                dealer: number;
                                decided_by: number;
                                from_deal: number;
                                from_login: number;
                                kind: string;
                                received_at: string | null;
                                request_id: string;
                                result: {
                                    code: string;
                                    message: string;
                                    /** @description decimal */
                                    price: string;
                                    status: string;
                                    /** @description decimal */
                                    volume: string;
                                } | null;
                                source: string;
                            };
                            changes: {
                                action: string;
                                seq: string;
                                /** Format: date-time */
                                time: string;
                            }[];
                            charges: {
                                /** @description decimal */
                                amount: string;
                                kind: string;
                                rule: string;
                            }[];
                            config_version: number | null;
                            deal: {
                                /** @enum {string} */
                                action: "buy" | "sell" | "balance" | "charge" | "correction" | "commission" | "commission_daily" | "commission_monthly" | "agent" | "agent_daily" | "agent_monthly" | "interest" | "swap" | "dividend" | "dividend_franked" | "tax" | "transfer" | "so_compensation" | "credit" | "bonus" | "so_compensation_credit" | "buy_canceled" | "sell_canceled";
                                comment: string;
                                /** @description decimal */
                                commission: string;
                                /** @description decimal */
                                contract_size: string;
                                created_at: string | null;
                                currency_digits: number;
                                dealer: number;
                                digits: number;
                                /** @enum {string} */
                                entry: "in" | "out" | "inout" | "out_by" | "none";
                                external_id: string;
                                /** @description decimal */
                                fee: string;
                                gateway_id: number;
                                id: number;
                                login: number;
                                /** @description decimal */
                                market_ask: string;
                                /** @description decimal */
                                market_bid: string;
                                order_id: number;
                                position_id: number;
                                /** @description decimal */
                                price: string;
                                /** @description decimal */
                                price_gateway: string;
                                /** @description decimal */
                                price_position: string;
                                /** @description decimal */
                                profit: string;
                                profit_digits: number;
                                profit_raw: number;
                                /** @description decimal */
                                rate_margin: string;
                                /** @description decimal */
                                rate_profit: string;
                                /** @enum {string} */
                                reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
                                request_id: string;
                                /** @description decimal */
                                sl: string;
                                /** @description decimal */
                                swap: string;
                                symbol: string;
                                /** @description decimal */
                                tick_size: string;
                                /** @description decimal */
                                tick_value: string;
                                /** @description decimal */
                                tp: string;
                                /** @description decimal */
                                value: string;
                                /** @description decimal */
                                volume: string;
                                /** @description decimal */
                                volume_closed: string;
                            };
                            derived: {
                                action: string;
                                /** @description decimal */
                                amount: string;
                                currency: string;
                                login: number;
                            }[];
                            event_deals: number[];
                            group: string;
                            login: number;
                            money: {
                                /** @description decimal */
                                balance_after: string;
                                /** @description decimal */
                                balance_before: string;
                                /** @description decimal */
                                credit_after: string;
                                /** @description decimal */
                                credit_before: string;
                                /** @description decimal */
                                equity_after: string;
                                leverage: number;
                                /** @description decimal */
                                margin_after: string;
                                margin_before: string | null;
                                /** @description decimal */
                                margin_free_after: string;
                                margin_free_before: string | null;
                                /** @description decimal */
                                margin_level_after: string;
                            };
                            order: {
                                activated_at: string | null;
                                by_position_id: number;
                                comment: string;
                                /** @description decimal */
                                contract_size: string;
                                created_at: string | null;
                                currency_digits: number;
                                dealer: number;
                                deviation_pts: number;
                                digits: number;
                                done_at: string | null;
                                expert_id: number;
                                /** @enum {string} */
                                expiration: "gtc" | "day" | "specified" | "specified_day";
                                expires_at: string | null;
                                external_id: string;
                                /** @enum {string} */
                                fill: "fok" | "ioc" | "return";
                                gateway_id: number;
                                id: number;
                                /** @enum {string} */
                                kind: "market" | "limit" | "stop" | "stop_limit" | "close_by";
                                login: number;
                                oco_order_id: number;
                                origin: {
                                    [key: string]: string | number;
                                };
                                position_id: number;
                                /** @description decimal */
                                price_filled: string;
                                /** @description decimal */
                                price_order: string;
                                /** @description decimal */
                                price_stop_limit: string;
                                /** @description decimal */
                                rate_margin: string;
                                /** @enum {string} */
                                reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
                                request_id: string;
                                /** @enum {string} */
                                side: "buy" | "sell";
                                /** @description decimal */
                                sl: string;
                                /** @enum {string} */
                                state: "started" | "request_add" | "placed" | "partial" | "request_modify" | "request_cancel" | "filled" | "canceled" | "rejected" | "expired";
                                symbol: string;
                                /** @description decimal */
                                tp: string;
                                trail_pts: number;
                                /** @description decimal */
                                volume_current: string;
                                /** @description decimal */
                                volume_filled: string;
                                /** @description decimal */
                                volume_initial: string;
                            } | null;
                            position: {
                                closed: boolean;
                                comment: string;
                                /** @description decimal */
                                contract_size: string;
                                currency_digits: number;
                                dealer: number;
                                digits: number;
                                expert_id: number;
                                external_id: string;
                                gateway_id: number;
                                id: number;
                                login: number;
                                opened_at: string | null;
                                origin: {
                                    [key: string]: string | number;
                                };
                                /** @description decimal */
                                price_open: string;
                                /** @description decimal */
                                rate_margin: string;
                                /** @description decimal */
                                rate_profit: string;
                                /** @enum {string} */
                                reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
                                /** @enum {string} */
                                side: "buy" | "sell";
                                /** @description decimal */
                                sl: string;
                                /** @description decimal */
                                swap: string;
                                symbol: string;
                                /** @description decimal */
                                tp: string;
                                trail_pts: number;
                                updated_at: string | null;
                                /** @description decimal */
                                volume: string;
                            } | null;
                            price_asked: string | null;
                            quote: {
                                /** @description decimal */
                                ask: string;
                                at: string | null;
                                /** @description decimal */
                                bid: string;
                                symbol_ask: string | null;
                                symbol_bid: string | null;
                            } | null;
                            rule: {
                                action: string;
                                id: number;
                                name: string;
                            } | null;
                            sentences: string[];
                            seq: string;
                            /** Format: date-time */
                            time: string;
                            trigger: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "gateways.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default false */
                            allow_import_balances: boolean;
                            /** @default 0 */
                            collect_transactions_days: number;
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default  */
                            gateway_login: string;
                            /** @default  */
                            gateway_server: string;
                            /** @default [] */
                            groups: {
                                group: string;
                                /**
                                 * @default [
                                 *       "*"
                                 *     ]
                                 */
                                symbols: string[];
                            }[];
                            has_gateway_password: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default false */
                            import_symbol_settings: boolean;
                            /** @default  */
                            login: string;
                            /**
                             * @default Active
                             * @enum {string}
                             */
                            mode: "Active" | "Passive";
                            /**
                             * @default fix44
                             * @enum {string}
                             */
                            module: "fix44";
                            name: string;
                            params: {
                                key: string;
                                label: string;
                                options: string[];
                                sealed: boolean;
                                /** @enum {string} */
                                type: "string" | "int" | "float" | "bool" | "enum" | "file" | "time";
                                value: string;
                            }[];
                            /** @default 1 */
                            priority: number;
                            /** @default false */
                            profiling: boolean;
                            /** @default 3 */
                            reconnect_attempts: number;
                            /** @default 5 */
                            reconnect_sec: number;
                            /** @default 60 */
                            series_pause_sec: number;
                            server: string;
                            /** @default false */
                            ssl: boolean;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 30 */
                            timeout_sec: number;
                            /** @default [] */
                            translates: {
                                /** @default 0 */
                                ask_markup_pts: number;
                                /** @default 0 */
                                bid_markup_pts: number;
                                /** @default  */
                                source: string;
                                /** @default null */
                                source_digits: number | null;
                                symbol_id: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "gateways.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default false */
                    allow_import_balances?: boolean;
                    /** @default 0 */
                    collect_transactions_days?: number;
                    /** @default true */
                    enabled?: boolean;
                    /** @default  */
                    gateway_login?: string;
                    /** @default  */
                    gateway_password?: string;
                    /** @default  */
                    gateway_server?: string;
                    /** @default [] */
                    groups?: {
                        group: string;
                        /**
                         * @default [
                         *       "*"
                         *     ]
                         */
                        symbols?: string[];
                    }[];
                    /** @default false */
                    import_symbol_settings?: boolean;
                    /** @default  */
                    login?: string;
                    /**
                     * @default Active
                     * @enum {string}
                     */
                    mode?: "Active" | "Passive";
                    /**
                     * @default fix44
                     * @enum {string}
                     */
                    module?: "fix44";
                    name: string;
                    /** @default [] */
                    params?: {
                        key: string;
                        label?: unknown;
                        options?: unknown;
                        sealed?: unknown;
                        type?: unknown;
                        value: string;
                    }[];
                    /** @default  */
                    password?: string;
                    /** @default 1 */
                    priority?: number;
                    /** @default false */
                    profiling?: boolean;
                    /** @default 3 */
                    reconnect_attempts?: number;
                    /** @default 5 */
                    reconnect_sec?: number;
                    /** @default 60 */
                    series_pause_sec?: number;
                    server: string;
                    /** @default false */
                    ssl?: boolean;
                    /**
                     * @default [
                     *       "*"
                     *     ]
                     */
                    symbols?: string[];
                    /** @default 30 */
                    timeout_sec?: number;
                    /** @default [] */
                    translates?: {
                        /** @default 0 */
                        ask_markup_pts?: number;
                        /** @default 0 */
                        bid_markup_pts?: number;
                        /** @default  */
                        source?: string;
                        /** @default null */
                        source_digits?: number | null;
                        symbol_id: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default false */
                            allow_import_balances: boolean;
                            /** @default 0 */
                            collect_transactions_days: number;
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default  */
                            gateway_login: string;
                            /** @default  */
                            gateway_server: string;
                            /** @default [] */
                            groups: {
                                group: string;
                                /**
                                 * @default [
                                 *       "*"
                                 *     ]
                                 */
                                symbols: string[];
                            }[];
                            has_gateway_password: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default false */
                            import_symbol_settings: boolean;
                            /** @default  */
                            login: string;
                            /**
                             * @default Active
                             * @enum {string}
                             */
                            mode: "Active" | "Passive";
                            /**
                             * @default fix44
                             * @enum {string}
                             */
                            module: "fix44";
                            name: string;
                            params: {
                                key: string;
                                label: string;
                                options: string[];
                                sealed: boolean;
                                /** @enum {string} */
                                type: "string" | "int" | "float" | "bool" | "enum" | "file" | "time";
                                value: string;
                            }[];
                            /** @default 1 */
                            priority: number;
                            /** @default false */
                            profiling: boolean;
                            /** @default 3 */
                            reconnect_attempts: number;
                            /** @default 5 */
                            reconnect_sec: number;
                            /** @default 60 */
                            series_pause_sec: number;
                            server: string;
                            /** @default false */
                            ssl: boolean;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 30 */
                            timeout_sec: number;
                            /** @default [] */
                            translates: {
                                /** @default 0 */
                                ask_markup_pts: number;
                                /** @default 0 */
                                bid_markup_pts: number;
                                /** @default  */
                                source: string;
                                /** @default null */
                                source_digits: number | null;
                                symbol_id: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "gateways.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default false */
                            allow_import_balances: boolean;
                            /** @default 0 */
                            collect_transactions_days: number;
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default  */
                            gateway_login: string;
                            /** @default  */
                            gateway_server: string;
                            /** @default [] */
                            groups: {
                                group: string;
                                /**
                                 * @default [
                                 *       "*"
                                 *     ]
                                 */
                                symbols: string[];
                            }[];
                            has_gateway_password: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default false */
                            import_symbol_settings: boolean;
                            /** @default  */
                            login: string;
                            /**
                             * @default Active
                             * @enum {string}
                             */
                            mode: "Active" | "Passive";
                            /**
                             * @default fix44
                             * @enum {string}
                             */
                            module: "fix44";
                            name: string;
                            params: {
                                key: string;
                                label: string;
                                options: string[];
                                sealed: boolean;
                                /** @enum {string} */
                                type: "string" | "int" | "float" | "bool" | "enum" | "file" | "time";
                                value: string;
                            }[];
                            /** @default 1 */
                            priority: number;
                            /** @default false */
                            profiling: boolean;
                            /** @default 3 */
                            reconnect_attempts: number;
                            /** @default 5 */
                            reconnect_sec: number;
                            /** @default 60 */
                            series_pause_sec: number;
                            server: string;
                            /** @default false */
                            ssl: boolean;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 30 */
                            timeout_sec: number;
                            /** @default [] */
                            translates: {
                                /** @default 0 */
                                ask_markup_pts: number;
                                /** @default 0 */
                                bid_markup_pts: number;
                                /** @default  */
                                source: string;
                                /** @default null */
                                source_digits: number | null;
                                symbol_id: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "gateways.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "gateways.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default false */
                    allow_import_balances?: boolean;
                    /** @default 0 */
                    collect_transactions_days?: number;
                    /** @default true */
                    enabled?: boolean;
                    /** @default  */
                    gateway_login?: string;
                    /** @default  */
                    gateway_password?: string;
                    /** @default  */
                    gateway_server?: string;
                    /** @default [] */
                    groups?: {
                        group: string;
                        /**
                         * @default [
                         *       "*"
                         *     ]
                         */
                        symbols?: string[];
                    }[];
                    /** @default false */
                    import_symbol_settings?: boolean;
                    /** @default  */
                    login?: string;
                    /**
                     * @default Active
                     * @enum {string}
                     */
                    mode?: "Active" | "Passive";
                    /**
                     * @default fix44
                     * @enum {string}
                     */
                    module?: "fix44";
                    name?: string;
                    /** @default [] */
                    params?: {
                        key: string;
                        label?: unknown;
                        options?: unknown;
                        sealed?: unknown;
                        type?: unknown;
                        value: string;
                    }[];
                    /** @default  */
                    password?: string;
                    /** @default 1 */
                    priority?: number;
                    /** @default false */
                    profiling?: boolean;
                    /** @default 3 */
                    reconnect_attempts?: number;
                    /** @default 5 */
                    reconnect_sec?: number;
                    /** @default 60 */
                    series_pause_sec?: number;
                    server?: string;
                    /** @default false */
                    ssl?: boolean;
                    /**
                     * @default [
                     *       "*"
                     *     ]
                     */
                    symbols?: string[];
                    /** @default 30 */
                    timeout_sec?: number;
                    /** @default [] */
                    translates?: {
                        /** @default 0 */
                        ask_markup_pts?: number;
                        /** @default 0 */
                        bid_markup_pts?: number;
                        /** @default  */
                        source?: string;
                        /** @default null */
                        source_digits?: number | null;
                        symbol_id: number;
                    }[];
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default false */
                            allow_import_balances: boolean;
                            /** @default 0 */
                            collect_transactions_days: number;
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default  */
                            gateway_login: string;
                            /** @default  */
                            gateway_server: string;
                            /** @default [] */
                            groups: {
                                group: string;
                                /**
                                 * @default [
                                 *       "*"
                                 *     ]
                                 */
                                symbols: string[];
                            }[];
                            has_gateway_password: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default false */
                            import_symbol_settings: boolean;
                            /** @default  */
                            login: string;
                            /**
                             * @default Active
                             * @enum {string}
                             */
                            mode: "Active" | "Passive";
                            /**
                             * @default fix44
                             * @enum {string}
                             */
                            module: "fix44";
                            name: string;
                            params: {
                                key: string;
                                label: string;
                                options: string[];
                                sealed: boolean;
                                /** @enum {string} */
                                type: "string" | "int" | "float" | "bool" | "enum" | "file" | "time";
                                value: string;
                            }[];
                            /** @default 1 */
                            priority: number;
                            /** @default false */
                            profiling: boolean;
                            /** @default 3 */
                            reconnect_attempts: number;
                            /** @default 5 */
                            reconnect_sec: number;
                            /** @default 60 */
                            series_pause_sec: number;
                            server: string;
                            /** @default false */
                            ssl: boolean;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 30 */
                            timeout_sec: number;
                            /** @default [] */
                            translates: {
                                /** @default 0 */
                                ask_markup_pts: number;
                                /** @default 0 */
                                bid_markup_pts: number;
                                /** @default  */
                                source: string;
                                /** @default null */
                                source_digits: number | null;
                                symbol_id: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "gateways.modules": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            certificate: string;
                            description: string;
                            label: string;
                            module: string;
                            params: {
                                key: string;
                                label: string;
                                options: string[];
                                sealed: boolean;
                                /** @enum {string} */
                                type: "string" | "int" | "float" | "bool" | "enum" | "file" | "time";
                                value: string;
                            }[];
                            required: string[];
                            signed_by: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "gateways.order": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default false */
                            allow_import_balances: boolean;
                            /** @default 0 */
                            collect_transactions_days: number;
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default  */
                            gateway_login: string;
                            /** @default  */
                            gateway_server: string;
                            /** @default [] */
                            groups: {
                                group: string;
                                /**
                                 * @default [
                                 *       "*"
                                 *     ]
                                 */
                                symbols: string[];
                            }[];
                            has_gateway_password: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default false */
                            import_symbol_settings: boolean;
                            /** @default  */
                            login: string;
                            /**
                             * @default Active
                             * @enum {string}
                             */
                            mode: "Active" | "Passive";
                            /**
                             * @default fix44
                             * @enum {string}
                             */
                            module: "fix44";
                            name: string;
                            params: {
                                key: string;
                                label: string;
                                options: string[];
                                sealed: boolean;
                                /** @enum {string} */
                                type: "string" | "int" | "float" | "bool" | "enum" | "file" | "time";
                                value: string;
                            }[];
                            /** @default 1 */
                            priority: number;
                            /** @default false */
                            profiling: boolean;
                            /** @default 3 */
                            reconnect_attempts: number;
                            /** @default 5 */
                            reconnect_sec: number;
                            /** @default 60 */
                            series_pause_sec: number;
                            server: string;
                            /** @default false */
                            ssl: boolean;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 30 */
                            timeout_sec: number;
                            /** @default [] */
                            translates: {
                                /** @default 0 */
                                ask_markup_pts: number;
                                /** @default 0 */
                                bid_markup_pts: number;
                                /** @default  */
                                source: string;
                                /** @default null */
                                source_digits: number | null;
                                symbol_id: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "gateways.statuses": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            answer_ms: number;
                            bytes_in: number;
                            bytes_out: number;
                            fills: number;
                            gateway_id: number;
                            instance: string;
                            instruments: number;
                            last_error: string;
                            last_logon: string | null;
                            latency: number;
                            logons: number;
                            orders: number;
                            outbox: number;
                            rejects: number;
                            since: string | null;
                            ssl: boolean;
                            /** @enum {string} */
                            state: "disabled" | "stopped" | "online";
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "groups.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default [] */
                            commissions: {
                                /**
                                 * @default instant
                                 * @enum {string}
                                 */
                                charge: "instant" | "daily" | "monthly";
                                /** @default  */
                                description: string;
                                /**
                                 * @default all
                                 * @enum {string}
                                 */
                                entry: "all" | "in" | "out";
                                /**
                                 * @default standard
                                 * @enum {string}
                                 */
                                kind: "standard" | "agent" | "fee";
                                mask: string;
                                /** @default  */
                                name: string;
                                /**
                                 * @default all
                                 * @enum {string}
                                 */
                                profit_filter: "all" | "profit" | "loss";
                                /**
                                 * @default volume
                                 * @enum {string}
                                 */
                                range: "volume" | "turnover_money" | "turnover_volume" | "value" | "profit";
                                /** @default [] */
                                reasons: ("client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction")[];
                                /**
                                 * @default all
                                 * @enum {string}
                                 */
                                side: "all" | "buy" | "sell";
                                tiers: {
                                    /** @default  */
                                    currency: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    max: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    min: string;
                                    /**
                                     * @default deposit
                                     * @enum {string}
                                     */
                                    mode: "deposit" | "base" | "profit" | "margin" | "specified" | "points" | "percent" | "profit_percent";
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_from: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_to: string;
                                    /**
                                     * @default per_lot
                                     * @enum {string}
                                     */
                                    type: "per_deal" | "per_lot";
                                    /** @description decimal */
                                    value: string;
                                }[];
                                /** @default  */
                                turnover_currency: string;
                            }[];
                            /** @default  */
                            company: string;
                            /** @default true */
                            connection_enabled: boolean;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            /** @default 2 */
                            currency_digits: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            demo_deposit: string;
                            /** @default 0 */
                            demo_inactivity_days: number;
                            /** @default  */
                            deposit_url: string;
                            /** @default true */
                            expiration_enabled: boolean;
                            /** @default false */
                            fifo_close: boolean;
                            /**
                             * @default use_pl
                             * @enum {string}
                             */
                            free_margin_mode: "use_pl" | "not_use" | "profit_only" | "loss_only";
                            /** @default false */
                            hedge_prohibited: boolean;
                            /** @default 0 */
                            history_days: number;
                            id: number;
                            /**
                             * @default 365
                             * @enum {integer}
                             */
                            interest_days: 360 | 365;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            interest_rate: string;
                            /** @default 100 */
                            leverage_default: number;
                            /** @default null */
                            leverage_profile_id: number | null;
                            /** @default 0 */
                            limit_orders: number;
                            /** @default 0 */
                            limit_positions: number;
                            /** @default 0 */
                            limit_symbols: number;
                            /** @default true */
                            mail_enabled: boolean;
                            /**
                             * @description decimal
                             * @default 100
                             */
                            margin_call: string;
                            /**
                             * @default hedging
                             * @enum {string}
                             */
                            margin_mode: "hedging" | "netting";
                            /**
                             * @default full
                             * @enum {string}
                             */
                            news_mode: "none" | "headers" | "full";
                            /** @default false */
                            otp_required: boolean;
                            /** @default false */
                            password_change_first_login: boolean;
                            /** @default 8 */
                            password_min_length: number;
                            path: string;
                            /** @default false */
                            profit_blocked_till_eod: boolean;
                            /** @default true */
                            reports_enabled: boolean;
                            /** @default false */
                            so_compensation: boolean;
                            /** @default false */
                            so_compensation_credit: boolean;
                            /** @default false */
                            so_hedged: boolean;
                            /** @enum {string} */
                            status: "active" | "no_trading" | "no_connection";
                            /**
                             * @description decimal
                             * @default 50
                             */
                            stop_out: string;
                            /**
                             * @default whole
                             * @enum {string}
                             */
                            stopout_close: "whole" | "partial";
                            /**
                             * @default percent
                             * @enum {string}
                             */
                            stopout_mode: "percent" | "money";
                            /** @default  */
                            support_url: string;
                            /** @default true */
                            swaps_enabled: boolean;
                            /** @default [] */
                            symbols: {
                                /** @default null */
                                execution_mode: ("request" | "instant" | "market" | "exchange") | null;
                                /** @default null */
                                expiration_flags: ("gtc" | "day" | "specified" | "specified_day")[] | null;
                                /** @default null */
                                fill_flags: ("fok" | "ioc")[] | null;
                                /** @default null */
                                freeze_level: number | null;
                                /** @default null */
                                gtc_mode: ("gtc" | "daily" | "daily_no_stops") | null;
                                /** @default null */
                                hedged_larger_leg: boolean | null;
                                /** @default null */
                                margin_check_process: boolean | null;
                                /** @default null */
                                margin_check_sltp: boolean | null;
                                /** @default null */
                                margin_hedged: string | null;
                                /** @default null */
                                margin_initial: string | null;
                                /** @default null */
                                margin_maintenance: string | null;
                                /** @default null */
                                margin_rates: {
                                    /** @description decimal */
                                    initial: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    maintenance: string;
                                    /** @enum {string} */
                                    order_kind: "market" | "limit" | "stop" | "stop_limit";
                                    /** @enum {string} */
                                    side: "buy" | "sell";
                                }[] | null;
                                /** @default null */
                                margin_recalc_rates: boolean | null;
                                mask: string;
                                /** @default null */
                                order_flags: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[] | null;
                                position?: number;
                                /** @default 0 */
                                spread_diff: number;
                                /** @default 0 */
                                spread_diff_bid: number;
                                /** @default null */
                                stops_level: number | null;
                                /** @default null */
                                swap_days_in_year: number | null;
                                /** @default null */
                                swap_holidays: boolean | null;
                                /** @default null */
                                swap_long: string | null;
                                /** @default null */
                                swap_mode: ("disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid") | null;
                                /** @default null */
                                swap_multipliers: (string[] | null) | null;
                                /** @default null */
                                swap_short: string | null;
                                /** @default null */
                                swap_triple_day: ("none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday") | null;
                                /** @default null */
                                trade_access: ("disabled" | "long_only" | "short_only" | "close_only" | "full") | null;
                                /** @default null */
                                volume_limit: string | null;
                                /** @default null */
                                volume_max: string | null;
                                /** @default null */
                                volume_min: string | null;
                                /** @default null */
                                volume_step: string | null;
                            }[];
                            /**
                             * @default [
                             *       "admin",
                             *       "manager",
                             *       "web",
                             *       "android",
                             *       "ios",
                             *       "desktop",
                             *       "api"
                             *     ]
                             */
                            terminals: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
                            /** @default true */
                            trading_enabled: boolean;
                            /**
                             * @default none
                             * @enum {string}
                             */
                            transfer_mode: "none" | "same_name" | "same_group" | "both";
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /** @default  */
                            withdraw_url: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "groups.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default [] */
                    commissions?: {
                        /**
                         * @default instant
                         * @enum {string}
                         */
                        charge?: "instant" | "daily" | "monthly";
                        /** @default  */
                        description?: string;
                        /**
                         * @default all
                         * @enum {string}
                         */
                        entry?: "all" | "in" | "out";
                        /**
                         * @default standard
                         * @enum {string}
                         */
                        kind?: "standard" | "agent" | "fee";
                        mask: string;
                        /** @default  */
                        name?: string;
                        /**
                         * @default all
                         * @enum {string}
                         */
                        profit_filter?: "all" | "profit" | "loss";
                        /**
                         * @default volume
                         * @enum {string}
                         */
                        range?: "volume" | "turnover_money" | "turnover_volume" | "value" | "profit";
                        /** @default [] */
                        reasons?: ("client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction")[];
                        /**
                         * @default all
                         * @enum {string}
                         */
                        side?: "all" | "buy" | "sell";
                        tiers: {
                            /** @default  */
                            currency?: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            max?: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            min?: string;
                            /**
                             * @default deposit
                             * @enum {string}
                             */
                            mode?: "deposit" | "base" | "profit" | "margin" | "specified" | "points" | "percent" | "profit_percent";
                            /**
                             * @description decimal
                             * @default 0
                             */
                            range_from?: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            range_to?: string;
                            /**
                             * @default per_lot
                             * @enum {string}
                             */
                            type?: "per_deal" | "per_lot";
                            /** @description decimal */
                            value: string;
                        }[];
                        /** @default  */
                        turnover_currency?: string;
                    }[];
                    /** @default  */
                    company?: string;
                    /** @default true */
                    connection_enabled?: boolean;
                    currency: string;
                    /** @default 0 */
                    currency_digits?: number;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    demo_deposit?: string;
                    /** @default 0 */
                    demo_inactivity_days?: number;
                    /** @default  */
                    deposit_url?: string;
                    /** @default true */
                    expiration_enabled?: boolean;
                    /** @default false */
                    fifo_close?: boolean;
                    /**
                     * @default use_pl
                     * @enum {string}
                     */
                    free_margin_mode?: "use_pl" | "not_use" | "profit_only" | "loss_only";
                    /** @default false */
                    hedge_prohibited?: boolean;
                    /** @default 0 */
                    history_days?: number;
                    /**
                     * @default 365
                     * @enum {integer}
                     */
                    interest_days?: 360 | 365;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    interest_rate?: string;
                    /** @default 100 */
                    leverage_default?: number;
                    /** @default null */
                    leverage_profile_id?: number | null;
                    /** @default 0 */
                    limit_orders?: number;
                    /** @default 0 */
                    limit_positions?: number;
                    /** @default 0 */
                    limit_symbols?: number;
                    /** @default true */
                    mail_enabled?: boolean;
                    /**
                     * @description decimal
                     * @default 100
                     */
                    margin_call?: string;
                    /**
                     * @default hedging
                     * @enum {string}
                     */
                    margin_mode?: "hedging" | "netting";
                    /**
                     * @default full
                     * @enum {string}
                     */
                    news_mode?: "none" | "headers" | "full";
                    /** @default false */
                    otp_required?: boolean;
                    /** @default false */
                    password_change_first_login?: boolean;
                    /** @default 8 */
                    password_min_length?: number;
                    path: string;
                    /** @default false */
                    profit_blocked_till_eod?: boolean;
                    /** @default true */
                    reports_enabled?: boolean;
                    /** @default false */
                    so_compensation?: boolean;
                    /** @default false */
                    so_compensation_credit?: boolean;
                    /** @default false */
                    so_hedged?: boolean;
                    /**
                     * @description decimal
                     * @default 50
                     */
                    stop_out?: string;
                    /**
                     * @default whole
                     * @enum {string}
                     */
                    stopout_close?: "whole" | "partial";
                    /**
                     * @default percent
                     * @enum {string}
                     */
                    stopout_mode?: "percent" | "money";
                    /** @default  */
                    support_url?: string;
                    /** @default true */
                    swaps_enabled?: boolean;
                    /** @default [] */
                    symbols?: {
                        /** @default null */
                        execution_mode?: ("request" | "instant" | "market" | "exchange") | null;
                        /** @default null */
                        expiration_flags?: ("gtc" | "day" | "specified" | "specified_day")[] | null;
                        /** @default null */
                        fill_flags?: ("fok" | "ioc")[] | null;
                        /** @default null */
                        freeze_level?: number | null;
                        /** @default null */
                        gtc_mode?: ("gtc" | "daily" | "daily_no_stops") | null;
                        /** @default null */
                        hedged_larger_leg?: boolean | null;
                        /** @default null */
                        margin_check_process?: boolean | null;
                        /** @default null */
                        margin_check_sltp?: boolean | null;
                        /** @default null */
                        margin_hedged?: string | null;
                        /** @default null */
                        margin_initial?: string | null;
                        /** @default null */
                        margin_maintenance?: string | null;
                        /** @default null */
                        margin_rates?: {
                            /** @description decimal */
                            initial: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            maintenance?: string;
                            /** @enum {string} */
                            order_kind: "market" | "limit" | "stop" | "stop_limit";
                            /** @enum {string} */
                            side: "buy" | "sell";
                        }[] | null;
                        /** @default null */
                        margin_recalc_rates?: boolean | null;
                        mask: string;
                        /** @default null */
                        order_flags?: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[] | null;
                        position?: number;
                        /** @default 0 */
                        spread_diff?: number;
                        /** @default 0 */
                        spread_diff_bid?: number;
                        /** @default null */
                        stops_level?: number | null;
                        /** @default null */
                        swap_days_in_year?: number | null;
                        /** @default null */
                        swap_holidays?: boolean | null;
                        /** @default null */
                        swap_long?: string | null;
                        /** @default null */
                        swap_mode?: ("disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid") | null;
                        /** @default null */
                        swap_multipliers?: (string[] | null) | null;
                        /** @default null */
                        swap_short?: string | null;
                        /** @default null */
                        swap_triple_day?: ("none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday") | null;
                        /** @default null */
                        trade_access?: ("disabled" | "long_only" | "short_only" | "close_only" | "full") | null;
                        /** @default null */
                        volume_limit?: string | null;
                        /** @default null */
                        volume_max?: string | null;
                        /** @default null */
                        volume_min?: string | null;
                        /** @default null */
                        volume_step?: string | null;
                    }[];
                    /**
                     * @default [
                     *       "admin",
                     *       "manager",
                     *       "web",
                     *       "android",
                     *       "ios",
                     *       "desktop",
                     *       "api"
                     *     ]
                     */
                    terminals?: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
                    /** @default true */
                    trading_enabled?: boolean;
                    /**
                     * @default none
                     * @enum {string}
                     */
                    transfer_mode?: "none" | "same_name" | "same_group" | "both";
                    /** @default  */
                    withdraw_url?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default [] */
                            commissions: {
                                /**
                                 * @default instant
                                 * @enum {string}
                                 */
                                charge: "instant" | "daily" | "monthly";
                                /** @default  */
                                description: string;
                                /**
                                 * @default all
                                 * @enum {string}
                                 */
                                entry: "all" | "in" | "out";
                                /**
                                 * @default standard
                                 * @enum {string}
                                 */
                                kind: "standard" | "agent" | "fee";
                                mask: string;
                                /** @default  */
                                name: string;
                                /**
                                 * @default all
                                 * @enum {string}
                                 */
                                profit_filter: "all" | "profit" | "loss";
                                /**
                                 * @default volume
                                 * @enum {string}
                                 */
                                range: "volume" | "turnover_money" | "turnover_volume" | "value" | "profit";
                                /** @default [] */
                                reasons: ("client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction")[];
                                /**
                                 * @default all
                                 * @enum {string}
                                 */
                                side: "all" | "buy" | "sell";
                                tiers: {
                                    /** @default  */
                                    currency: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    max: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    min: string;
                                    /**
                                     * @default deposit
                                     * @enum {string}
                                     */
                                    mode: "deposit" | "base" | "profit" | "margin" | "specified" | "points" | "percent" | "profit_percent";
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_from: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_to: string;
                                    /**
                                     * @default per_lot
                                     * @enum {string}
                                     */
                                    type: "per_deal" | "per_lot";
                                    /** @description decimal */
                                    value: string;
                                }[];
                                /** @default  */
                                turnover_currency: string;
                            }[];
                            /** @default  */
                            company: string;
                            /** @default true */
                            connection_enabled: boolean;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            /** @default 2 */
                            currency_digits: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            demo_deposit: string;
                            /** @default 0 */
                            demo_inactivity_days: number;
                            /** @default  */
                            deposit_url: string;
                            /** @default true */
                            expiration_enabled: boolean;
                            /** @default false */
                            fifo_close: boolean;
                            /**
                             * @default use_pl
                             * @enum {string}
                             */
                            free_margin_mode: "use_pl" | "not_use" | "profit_only" | "loss_only";
                            /** @default false */
                            hedge_prohibited: boolean;
                            /** @default 0 */
                            history_days: number;
                            id: number;
                            /**
                             * @default 365
                             * @enum {integer}
                             */
                            interest_days: 360 | 365;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            interest_rate: string;
                            /** @default 100 */
                            leverage_default: number;
                            /** @default null */
                            leverage_profile_id: number | null;
                            /** @default 0 */
                            limit_orders: number;
                            /** @default 0 */
                            limit_positions: number;
                            /** @default 0 */
                            limit_symbols: number;
                            /** @default true */
                            mail_enabled: boolean;
                            /**
                             * @description decimal
                             * @default 100
                             */
                            margin_call: string;
                            /**
                             * @default hedging
                             * @enum {string}
                             */
                            margin_mode: "hedging" | "netting";
                            /**
                             * @default full
                             * @enum {string}
                             */
                            news_mode: "none" | "headers" | "full";
                            /** @default false */
                            otp_required: boolean;
                            /** @default false */
                            password_change_first_login: boolean;
                            /** @default 8 */
                            password_min_length: number;
                            path: string;
                            /** @default false */
                            profit_blocked_till_eod: boolean;
                            /** @default true */
                            reports_enabled: boolean;
                            /** @default false */
                            so_compensation: boolean;
                            /** @default false */
                            so_compensation_credit: boolean;
                            /** @default false */
                            so_hedged: boolean;
                            /** @enum {string} */
                            status: "active" | "no_trading" | "no_connection";
                            /**
                             * @description decimal
                             * @default 50
                             */
                            stop_out: string;
                            /**
                             * @default whole
                             * @enum {string}
                             */
                            stopout_close: "whole" | "partial";
                            /**
                             * @default percent
                             * @enum {string}
                             */
                            stopout_mode: "percent" | "money";
                            /** @default  */
                            support_url: string;
                            /** @default true */
                            swaps_enabled: boolean;
                            /** @default [] */
                            symbols: {
                                /** @default null */
                                execution_mode: ("request" | "instant" | "market" | "exchange") | null;
                                /** @default null */
                                expiration_flags: ("gtc" | "day" | "specified" | "specified_day")[] | null;
                                /** @default null */
                                fill_flags: ("fok" | "ioc")[] | null;
                                /** @default null */
                                freeze_level: number | null;
                                /** @default null */
                                gtc_mode: ("gtc" | "daily" | "daily_no_stops") | null;
                                /** @default null */
                                hedged_larger_leg: boolean | null;
                                /** @default null */
                                margin_check_process: boolean | null;
                                /** @default null */
                                margin_check_sltp: boolean | null;
                                /** @default null */
                                margin_hedged: string | null;
                                /** @default null */
                                margin_initial: string | null;
                                /** @default null */
                                margin_maintenance: string | null;
                                /** @default null */
                                margin_rates: {
                                    /** @description decimal */
                                    initial: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    maintenance: string;
                                    /** @enum {string} */
                                    order_kind: "market" | "limit" | "stop" | "stop_limit";
                                    /** @enum {string} */
                                    side: "buy" | "sell";
                                }[] | null;
                                /** @default null */
                                margin_recalc_rates: boolean | null;
                                mask: string;
                                /** @default null */
                                order_flags: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[] | null;
                                position?: number;
                                /** @default 0 */
                                spread_diff: number;
                                /** @default 0 */
                                spread_diff_bid: number;
                                /** @default null */
                                stops_level: number | null;
                                /** @default null */
                                swap_days_in_year: number | null;
                                /** @default null */
                                swap_holidays: boolean | null;
                                /** @default null */
                                swap_long: string | null;
                                /** @default null */
                                swap_mode: ("disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid") | null;
                                /** @default null */
                                swap_multipliers: (string[] | null) | null;
                                /** @default null */
                                swap_short: string | null;
                                /** @default null */
                                swap_triple_day: ("none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday") | null;
                                /** @default null */
                                trade_access: ("disabled" | "long_only" | "short_only" | "close_only" | "full") | null;
                                /** @default null */
                                volume_limit: string | null;
                                /** @default null */
                                volume_max: string | null;
                                /** @default null */
                                volume_min: string | null;
                                /** @default null */
                                volume_step: string | null;
                            }[];
                            /**
                             * @default [
                             *       "admin",
                             *       "manager",
                             *       "web",
                             *       "android",
                             *       "ios",
                             *       "desktop",
                             *       "api"
                             *     ]
                             */
                            terminals: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
                            /** @default true */
                            trading_enabled: boolean;
                            /**
                             * @default none
                             * @enum {string}
                             */
                            transfer_mode: "none" | "same_name" | "same_group" | "both";
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /** @default  */
                            withdraw_url: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "groups.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default [] */
                            commissions: {
                                /**
                                 * @default instant
                                 * @enum {string}
                                 */
                                charge: "instant" | "daily" | "monthly";
                                /** @default  */
                                description: string;
                                /**
                                 * @default all
                                 * @enum {string}
                                 */
                                entry: "all" | "in" | "out";
                                /**
                                 * @default standard
                                 * @enum {string}
                                 */
                                kind: "standard" | "agent" | "fee";
                                mask: string;
                                /** @default  */
                                name: string;
                                /**
                                 * @default all
                                 * @enum {string}
                                 */
                                profit_filter: "all" | "profit" | "loss";
                                /**
                                 * @default volume
                                 * @enum {string}
                                 */
                                range: "volume" | "turnover_money" | "turnover_volume" | "value" | "profit";
                                /** @default [] */
                                reasons: ("client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction")[];
                                /**
                                 * @default all
                                 * @enum {string}
                                 */
                                side: "all" | "buy" | "sell";
                                tiers: {
                                    /** @default  */
                                    currency: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    max: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    min: string;
                                    /**
                                     * @default deposit
                                     * @enum {string}
                                     */
                                    mode: "deposit" | "base" | "profit" | "margin" | "specified" | "points" | "percent" | "profit_percent";
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_from: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_to: string;
                                    /**
                                     * @default per_lot
                                     * @enum {string}
                                     */
                                    type: "per_deal" | "per_lot";
                                    /** @description decimal */
                                    value: string;
                                }[];
                                /** @default  */
                                turnover_currency: string;
                            }[];
                            /** @default  */
                            company: string;
                            /** @default true */
                            connection_enabled: boolean;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            /** @default 2 */
                            currency_digits: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            demo_deposit: string;
                            /** @default 0 */
                            demo_inactivity_days: number;
                            /** @default  */
                            deposit_url: string;
                            /** @default true */
                            expiration_enabled: boolean;
                            /** @default false */
                            fifo_close: boolean;
                            /**
                             * @default use_pl
                             * @enum {string}
                             */
                            free_margin_mode: "use_pl" | "not_use" | "profit_only" | "loss_only";
                            /** @default false */
                            hedge_prohibited: boolean;
                            /** @default 0 */
                            history_days: number;
                            id: number;
                            /**
                             * @default 365
                             * @enum {integer}
                             */
                            interest_days: 360 | 365;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            interest_rate: string;
                            /** @default 100 */
                            leverage_default: number;
                            /** @default null */
                            leverage_profile_id: number | null;
                            /** @default 0 */
                            limit_orders: number;
                            /** @default 0 */
                            limit_positions: number;
                            /** @default 0 */
                            limit_symbols: number;
                            /** @default true */
                            mail_enabled: boolean;
                            /**
                             * @description decimal
                             * @default 100
                             */
                            margin_call: string;
                            /**
                             * @default hedging
                             * @enum {string}
                             */
                            margin_mode: "hedging" | "netting";
                            /**
                             * @default full
                             * @enum {string}
                             */
                            news_mode: "none" | "headers" | "full";
                            /** @default false */
                            otp_required: boolean;
                            /** @default false */
                            password_change_first_login: boolean;
                            /** @default 8 */
                            password_min_length: number;
                            path: string;
                            /** @default false */
                            profit_blocked_till_eod: boolean;
                            /** @default true */
                            reports_enabled: boolean;
                            /** @default false */
                            so_compensation: boolean;
                            /** @default false */
                            so_compensation_credit: boolean;
                            /** @default false */
                            so_hedged: boolean;
                            /** @enum {string} */
                            status: "active" | "no_trading" | "no_connection";
                            /**
                             * @description decimal
                             * @default 50
                             */
                            stop_out: string;
                            /**
                             * @default whole
                             * @enum {string}
                             */
                            stopout_close: "whole" | "partial";
                            /**
                             * @default percent
                             * @enum {string}
                             */
                            stopout_mode: "percent" | "money";
                            /** @default  */
                            support_url: string;
                            /** @default true */
                            swaps_enabled: boolean;
                            /** @default [] */
                            symbols: {
                                /** @default null */
                                execution_mode: ("request" | "instant" | "market" | "exchange") | null;
                                /** @default null */
                                expiration_flags: ("gtc" | "day" | "specified" | "specified_day")[] | null;
                                /** @default null */
                                fill_flags: ("fok" | "ioc")[] | null;
                                /** @default null */
                                freeze_level: number | null;
                                /** @default null */
                                gtc_mode: ("gtc" | "daily" | "daily_no_stops") | null;
                                /** @default null */
                                hedged_larger_leg: boolean | null;
                                /** @default null */
                                margin_check_process: boolean | null;
                                /** @default null */
                                margin_check_sltp: boolean | null;
                                /** @default null */
                                margin_hedged: string | null;
                                /** @default null */
                                margin_initial: string | null;
                                /** @default null */
                                margin_maintenance: string | null;
                                /** @default null */
                                margin_rates: {
                                    /** @description decimal */
                                    initial: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    maintenance: string;
                                    /** @enum {string} */
                                    order_kind: "market" | "limit" | "stop" | "stop_limit";
                                    /** @enum {string} */
                                    side: "buy" | "sell";
                                }[] | null;
                                /** @default null */
                                margin_recalc_rates: boolean | null;
                                mask: string;
                                /** @default null */
                                order_flags: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[] | null;
                                position?: number;
                                /** @default 0 */
                                spread_diff: number;
                                /** @default 0 */
                                spread_diff_bid: number;
                                /** @default null */
                                stops_level: number | null;
                                /** @default null */
                                swap_days_in_year: number | null;
                                /** @default null */
                                swap_holidays: boolean | null;
                                /** @default null */
                                swap_long: string | null;
                                /** @default null */
                                swap_mode: ("disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid") | null;
                                /** @default null */
                                swap_multipliers: (string[] | null) | null;
                                /** @default null */
                                swap_short: string | null;
                                /** @default null */
                                swap_triple_day: ("none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday") | null;
                                /** @default null */
                                trade_access: ("disabled" | "long_only" | "short_only" | "close_only" | "full") | null;
                                /** @default null */
                                volume_limit: string | null;
                                /** @default null */
                                volume_max: string | null;
                                /** @default null */
                                volume_min: string | null;
                                /** @default null */
                                volume_step: string | null;
                            }[];
                            /**
                             * @default [
                             *       "admin",
                             *       "manager",
                             *       "web",
                             *       "android",
                             *       "ios",
                             *       "desktop",
                             *       "api"
                             *     ]
                             */
                            terminals: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
                            /** @default true */
                            trading_enabled: boolean;
                            /**
                             * @default none
                             * @enum {string}
                             */
                            transfer_mode: "none" | "same_name" | "same_group" | "both";
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /** @default  */
                            withdraw_url: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "groups.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "groups.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default [] */
                    commissions?: {
                        /**
                         * @default instant
                         * @enum {string}
                         */
                        charge?: "instant" | "daily" | "monthly";
                        /** @default  */
                        description?: string;
                        /**
                         * @default all
                         * @enum {string}
                         */
                        entry?: "all" | "in" | "out";
                        /**
                         * @default standard
                         * @enum {string}
                         */
                        kind?: "standard" | "agent" | "fee";
                        mask: string;
                        /** @default  */
                        name?: string;
                        /**
                         * @default all
                         * @enum {string}
                         */
                        profit_filter?: "all" | "profit" | "loss";
                        /**
                         * @default volume
                         * @enum {string}
                         */
                        range?: "volume" | "turnover_money" | "turnover_volume" | "value" | "profit";
                        /** @default [] */
                        reasons?: ("client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction")[];
                        /**
                         * @default all
                         * @enum {string}
                         */
                        side?: "all" | "buy" | "sell";
                        tiers: {
                            /** @default  */
                            currency?: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            max?: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            min?: string;
                            /**
                             * @default deposit
                             * @enum {string}
                             */
                            mode?: "deposit" | "base" | "profit" | "margin" | "specified" | "points" | "percent" | "profit_percent";
                            /**
                             * @description decimal
                             * @default 0
                             */
                            range_from?: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            range_to?: string;
                            /**
                             * @default per_lot
                             * @enum {string}
                             */
                            type?: "per_deal" | "per_lot";
                            /** @description decimal */
                            value: string;
                        }[];
                        /** @default  */
                        turnover_currency?: string;
                    }[];
                    /** @default  */
                    company?: string;
                    /** @default true */
                    connection_enabled?: boolean;
                    currency?: string;
                    /** @default 0 */
                    currency_digits?: number;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    demo_deposit?: string;
                    /** @default 0 */
                    demo_inactivity_days?: number;
                    /** @default  */
                    deposit_url?: string;
                    /** @default true */
                    expiration_enabled?: boolean;
                    /** @default false */
                    fifo_close?: boolean;
                    /**
                     * @default use_pl
                     * @enum {string}
                     */
                    free_margin_mode?: "use_pl" | "not_use" | "profit_only" | "loss_only";
                    /** @default false */
                    hedge_prohibited?: boolean;
                    /** @default 0 */
                    history_days?: number;
                    /**
                     * @default 365
                     * @enum {integer}
                     */
                    interest_days?: 360 | 365;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    interest_rate?: string;
                    /** @default 100 */
                    leverage_default?: number;
                    /** @default null */
                    leverage_profile_id?: number | null;
                    /** @default 0 */
                    limit_orders?: number;
                    /** @default 0 */
                    limit_positions?: number;
                    /** @default 0 */
                    limit_symbols?: number;
                    /** @default true */
                    mail_enabled?: boolean;
                    /**
                     * @description decimal
                     * @default 100
                     */
                    margin_call?: string;
                    /**
                     * @default hedging
                     * @enum {string}
                     */
                    margin_mode?: "hedging" | "netting";
                    /**
                     * @default full
                     * @enum {string}
                     */
                    news_mode?: "none" | "headers" | "full";
                    /** @default false */
                    otp_required?: boolean;
                    /** @default false */
                    password_change_first_login?: boolean;
                    /** @default 8 */
                    password_min_length?: number;
                    path?: string;
                    /** @default false */
                    profit_blocked_till_eod?: boolean;
                    /** @default true */
                    reports_enabled?: boolean;
                    /** @default false */
                    so_compensation?: boolean;
                    /** @default false */
                    so_compensation_credit?: boolean;
                    /** @default false */
                    so_hedged?: boolean;
                    /**
                     * @description decimal
                     * @default 50
                     */
                    stop_out?: string;
                    /**
                     * @default whole
                     * @enum {string}
                     */
                    stopout_close?: "whole" | "partial";
                    /**
                     * @default percent
                     * @enum {string}
                     */
                    stopout_mode?: "percent" | "money";
                    /** @default  */
                    support_url?: string;
                    /** @default true */
                    swaps_enabled?: boolean;
                    /** @default [] */
                    symbols?: {
                        /** @default null */
                        execution_mode?: ("request" | "instant" | "market" | "exchange") | null;
                        /** @default null */
                        expiration_flags?: ("gtc" | "day" | "specified" | "specified_day")[] | null;
                        /** @default null */
                        fill_flags?: ("fok" | "ioc")[] | null;
                        /** @default null */
                        freeze_level?: number | null;
                        /** @default null */
                        gtc_mode?: ("gtc" | "daily" | "daily_no_stops") | null;
                        /** @default null */
                        hedged_larger_leg?: boolean | null;
                        /** @default null */
                        margin_check_process?: boolean | null;
                        /** @default null */
                        margin_check_sltp?: boolean | null;
                        /** @default null */
                        margin_hedged?: string | null;
                        /** @default null */
                        margin_initial?: string | null;
                        /** @default null */
                        margin_maintenance?: string | null;
                        /** @default null */
                        margin_rates?: {
                            /** @description decimal */
                            initial: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            maintenance?: string;
                            /** @enum {string} */
                            order_kind: "market" | "limit" | "stop" | "stop_limit";
                            /** @enum {string} */
                            side: "buy" | "sell";
                        }[] | null;
                        /** @default null */
                        margin_recalc_rates?: boolean | null;
                        mask: string;
                        /** @default null */
                        order_flags?: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[] | null;
                        position?: number;
                        /** @default 0 */
                        spread_diff?: number;
                        /** @default 0 */
                        spread_diff_bid?: number;
                        /** @default null */
                        stops_level?: number | null;
                        /** @default null */
                        swap_days_in_year?: number | null;
                        /** @default null */
                        swap_holidays?: boolean | null;
                        /** @default null */
                        swap_long?: string | null;
                        /** @default null */
                        swap_mode?: ("disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid") | null;
                        /** @default null */
                        swap_multipliers?: (string[] | null) | null;
                        /** @default null */
                        swap_short?: string | null;
                        /** @default null */
                        swap_triple_day?: ("none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday") | null;
                        /** @default null */
                        trade_access?: ("disabled" | "long_only" | "short_only" | "close_only" | "full") | null;
                        /** @default null */
                        volume_limit?: string | null;
                        /** @default null */
                        volume_max?: string | null;
                        /** @default null */
                        volume_min?: string | null;
                        /** @default null */
                        volume_step?: string | null;
                    }[];
                    /**
                     * @default [
                     *       "admin",
                     *       "manager",
                     *       "web",
                     *       "android",
                     *       "ios",
                     *       "desktop",
                     *       "api"
                     *     ]
                     */
                    terminals?: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
                    /** @default true */
                    trading_enabled?: boolean;
                    /**
                     * @default none
                     * @enum {string}
                     */
                    transfer_mode?: "none" | "same_name" | "same_group" | "both";
                    version: number;
                    /** @default  */
                    withdraw_url?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default [] */
                            commissions: {
                                /**
                                 * @default instant
                                 * @enum {string}
                                 */
                                charge: "instant" | "daily" | "monthly";
                                /** @default  */
                                description: string;
                                /**
                                 * @default all
                                 * @enum {string}
                                 */
                                entry: "all" | "in" | "out";
                                /**
                                 * @default standard
                                 * @enum {string}
                                 */
                                kind: "standard" | "agent" | "fee";
                                mask: string;
                                /** @default  */
                                name: string;
                                /**
                                 * @default all
                                 * @enum {string}
                                 */
                                profit_filter: "all" | "profit" | "loss";
                                /**
                                 * @default volume
                                 * @enum {string}
                                 */
                                range: "volume" | "turnover_money" | "turnover_volume" | "value" | "profit";
                                /** @default [] */
                                reasons: ("client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction")[];
                                /**
                                 * @default all
                                 * @enum {string}
                                 */
                                side: "all" | "buy" | "sell";
                                tiers: {
                                    /** @default  */
                                    currency: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    max: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    min: string;
                                    /**
                                     * @default deposit
                                     * @enum {string}
                                     */
                                    mode: "deposit" | "base" | "profit" | "margin" | "specified" | "points" | "percent" | "profit_percent";
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_from: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_to: string;
                                    /**
                                     * @default per_lot
                                     * @enum {string}
                                     */
                                    type: "per_deal" | "per_lot";
                                    /** @description decimal */
                                    value: string;
                                }[];
                                /** @default  */
                                turnover_currency: string;
                            }[];
                            /** @default  */
                            company: string;
                            /** @default true */
                            connection_enabled: boolean;
                            /** Format: date-time */
                            created_at: string;
                            currency: string;
                            /** @default 2 */
                            currency_digits: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            demo_deposit: string;
                            /** @default 0 */
                            demo_inactivity_days: number;
                            /** @default  */
                            deposit_url: string;
                            /** @default true */
                            expiration_enabled: boolean;
                            /** @default false */
                            fifo_close: boolean;
                            /**
                             * @default use_pl
                             * @enum {string}
                             */
                            free_margin_mode: "use_pl" | "not_use" | "profit_only" | "loss_only";
                            /** @default false */
                            hedge_prohibited: boolean;
                            /** @default 0 */
                            history_days: number;
                            id: number;
                            /**
                             * @default 365
                             * @enum {integer}
                             */
                            interest_days: 360 | 365;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            interest_rate: string;
                            /** @default 100 */
                            leverage_default: number;
                            /** @default null */
                            leverage_profile_id: number | null;
                            /** @default 0 */
                            limit_orders: number;
                            /** @default 0 */
                            limit_positions: number;
                            /** @default 0 */
                            limit_symbols: number;
                            /** @default true */
                            mail_enabled: boolean;
                            /**
                             * @description decimal
                             * @default 100
                             */
                            margin_call: string;
                            /**
                             * @default hedging
                             * @enum {string}
                             */
                            margin_mode: "hedging" | "netting";
                            /**
                             * @default full
                             * @enum {string}
                             */
                            news_mode: "none" | "headers" | "full";
                            /** @default false */
                            otp_required: boolean;
                            /** @default false */
                            password_change_first_login: boolean;
                            /** @default 8 */
                            password_min_length: number;
                            path: string;
                            /** @default false */
                            profit_blocked_till_eod: boolean;
                            /** @default true */
                            reports_enabled: boolean;
                            /** @default false */
                            so_compensation: boolean;
                            /** @default false */
                            so_compensation_credit: boolean;
                            /** @default false */
                            so_hedged: boolean;
                            /** @enum {string} */
                            status: "active" | "no_trading" | "no_connection";
                            /**
                             * @description decimal
                             * @default 50
                             */
                            stop_out: string;
                            /**
                             * @default whole
                             * @enum {string}
                             */
                            stopout_close: "whole" | "partial";
                            /**
                             * @default percent
                             * @enum {string}
                             */
                            stopout_mode: "percent" | "money";
                            /** @default  */
                            support_url: string;
                            /** @default true */
                            swaps_enabled: boolean;
                            /** @default [] */
                            symbols: {
                                /** @default null */
                                execution_mode: ("request" | "instant" | "market" | "exchange") | null;
                                /** @default null */
                                expiration_flags: ("gtc" | "day" | "specified" | "specified_day")[] | null;
                                /** @default null */
                                fill_flags: ("fok" | "ioc")[] | null;
                                /** @default null */
                                freeze_level: number | null;
                                /** @default null */
                                gtc_mode: ("gtc" | "daily" | "daily_no_stops") | null;
                                /** @default null */
                                hedged_larger_leg: boolean | null;
                                /** @default null */
                                margin_check_process: boolean | null;
                                /** @default null */
                                margin_check_sltp: boolean | null;
                                /** @default null */
                                margin_hedged: string | null;
                                /** @default null */
                                margin_initial: string | null;
                                /** @default null */
                                margin_maintenance: string | null;
                                /** @default null */
                                margin_rates: {
                                    /** @description decimal */
                                    initial: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    maintenance: string;
                                    /** @enum {string} */
                                    order_kind: "market" | "limit" | "stop" | "stop_limit";
                                    /** @enum {string} */
                                    side: "buy" | "sell";
                                }[] | null;
                                /** @default null */
                                margin_recalc_rates: boolean | null;
                                mask: string;
                                /** @default null */
                                order_flags: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[] | null;
                                position?: number;
                                /** @default 0 */
                                spread_diff: number;
                                /** @default 0 */
                                spread_diff_bid: number;
                                /** @default null */
                                stops_level: number | null;
                                /** @default null */
                                swap_days_in_year: number | null;
                                /** @default null */
                                swap_holidays: boolean | null;
                                /** @default null */
                                swap_long: string | null;
                                /** @default null */
                                swap_mode: ("disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid") | null;
                                /** @default null */
                                swap_multipliers: (string[] | null) | null;
                                /** @default null */
                                swap_short: string | null;
                                /** @default null */
                                swap_triple_day: ("none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday") | null;
                                /** @default null */
                                trade_access: ("disabled" | "long_only" | "short_only" | "close_only" | "full") | null;
                                /** @default null */
                                volume_limit: string | null;
                                /** @default null */
                                volume_max: string | null;
                                /** @default null */
                                volume_min: string | null;
                                /** @default null */
                                volume_step: string | null;
                            }[];
                            /**
                             * @default [
                             *       "admin",
                             *       "manager",
                             *       "web",
                             *       "android",
                             *       "ios",
                             *       "desktop",
                             *       "api"
                             *     ]
                             */
                            terminals: ("admin" | "manager" | "web" | "android" | "ios" | "desktop" | "api")[];
                            /** @default true */
                            trading_enabled: boolean;
                            /**
                             * @default none
                             * @enum {string}
                             */
                            transfer_mode: "none" | "same_name" | "same_group" | "both";
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /** @default  */
                            withdraw_url: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "holidays.list": {
        parameters: {
            query?: {
                month?: number;
                year?: number;
            };
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            day: number;
                            /** @default  */
                            description: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 0 */
                            from_min: number;
                            /** @default 1 */
                            id: number;
                            month: number;
                            /** @default 1 */
                            position: number;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 1440 */
                            to_min: number;
                            version: number;
                            /** @default 0 */
                            year: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "holidays.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    day: number;
                    /** @default  */
                    description?: string;
                    /** @default true */
                    enabled?: boolean;
                    /** @default 0 */
                    from_min?: number;
                    id?: number;
                    month: number;
                    /**
                     * @default [
                     *       "*"
                     *     ]
                     */
                    symbols?: string[];
                    /** @default 1440 */
                    to_min?: number;
                    version?: number;
                    /** @default 0 */
                    year?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            day: number;
                            /** @default  */
                            description: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 0 */
                            from_min: number;
                            /** @default 1 */
                            id: number;
                            month: number;
                            /** @default 1 */
                            position: number;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 1440 */
                            to_min: number;
                            version: number;
                            /** @default 0 */
                            year: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "holidays.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            day: number;
                            /** @default  */
                            description: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 0 */
                            from_min: number;
                            /** @default 1 */
                            id: number;
                            month: number;
                            /** @default 1 */
                            position: number;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 1440 */
                            to_min: number;
                            version: number;
                            /** @default 0 */
                            year: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "holidays.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "holidays.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    day?: number;
                    /** @default  */
                    description?: string;
                    /** @default true */
                    enabled?: boolean;
                    /** @default 0 */
                    from_min?: number;
                    month?: number;
                    /**
                     * @default [
                     *       "*"
                     *     ]
                     */
                    symbols?: string[];
                    /** @default 1440 */
                    to_min?: number;
                    version: number;
                    /** @default 0 */
                    year?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            day: number;
                            /** @default  */
                            description: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 0 */
                            from_min: number;
                            /** @default 1 */
                            id: number;
                            month: number;
                            /** @default 1 */
                            position: number;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 1440 */
                            to_min: number;
                            version: number;
                            /** @default 0 */
                            year: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "holidays.check": {
        parameters: {
            query: {
                date?: string;
                symbol: string;
            };
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            closed: boolean;
                            date: string;
                            holidays: {
                                day: number;
                                /** @default  */
                                description: string;
                                /** @default true */
                                enabled: boolean;
                                /** @default 0 */
                                from_min: number;
                                /** @default 1 */
                                id: number;
                                month: number;
                                /** @default 1 */
                                position: number;
                                /**
                                 * @default [
                                 *       "*"
                                 *     ]
                                 */
                                symbols: string[];
                                /** @default 1440 */
                                to_min: number;
                                version: number;
                                /** @default 0 */
                                year: number;
                            }[];
                            symbol: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "holidays.order": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            day: number;
                            /** @default  */
                            description: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 0 */
                            from_min: number;
                            /** @default 1 */
                            id: number;
                            month: number;
                            /** @default 1 */
                            position: number;
                            /**
                             * @default [
                             *       "*"
                             *     ]
                             */
                            symbols: string[];
                            /** @default 1440 */
                            to_min: number;
                            version: number;
                            /** @default 0 */
                            year: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "journal.list": {
        parameters: {
            query?: {
                from?: string;
                kind?: "auth" | "config" | "account" | "trade" | "system";
                limit?: number;
                login?: number;
                page?: number;
                text?: string;
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            has_more: boolean;
                            items: {
                                by: number;
                                id: number;
                                ip: string;
                                /** @enum {string} */
                                kind: "auth" | "config" | "account" | "trade" | "system";
                                login: number;
                                text: string;
                                /** Format: date-time */
                                time: string;
                            }[];
                            page: number;
                            total: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "leverage-profiles.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default true */
                            enabled: boolean;
                            groups: string[];
                            /** @default 1 */
                            id: number;
                            name: string;
                            /** @default [] */
                            rules: {
                                /** @default  */
                                currency: string;
                                /** @default  */
                                description: string;
                                mask: string;
                                name: string;
                                /** @enum {string} */
                                range_basis: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
                                tiers: {
                                    /** @description decimal */
                                    initial: string;
                                    /** @description decimal */
                                    maintenance: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_from: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_to: string;
                                }[];
                            }[];
                            version: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "leverage-profiles.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default true */
                    enabled?: boolean;
                    name: string;
                    /** @default [] */
                    rules?: {
                        /** @default  */
                        currency?: string;
                        /** @default  */
                        description?: string;
                        mask: string;
                        name: string;
                        /** @enum {string} */
                        range_basis: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
                        tiers: {
                            /** @description decimal */
                            initial: string;
                            /** @description decimal */
                            maintenance: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            range_from?: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            range_to?: string;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default true */
                            enabled: boolean;
                            groups: string[];
                            /** @default 1 */
                            id: number;
                            name: string;
                            /** @default [] */
                            rules: {
                                /** @default  */
                                currency: string;
                                /** @default  */
                                description: string;
                                mask: string;
                                name: string;
                                /** @enum {string} */
                                range_basis: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
                                tiers: {
                                    /** @description decimal */
                                    initial: string;
                                    /** @description decimal */
                                    maintenance: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_from: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_to: string;
                                }[];
                            }[];
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "leverage-profiles.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default true */
                            enabled: boolean;
                            groups: string[];
                            /** @default 1 */
                            id: number;
                            name: string;
                            /** @default [] */
                            rules: {
                                /** @default  */
                                currency: string;
                                /** @default  */
                                description: string;
                                mask: string;
                                name: string;
                                /** @enum {string} */
                                range_basis: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
                                tiers: {
                                    /** @description decimal */
                                    initial: string;
                                    /** @description decimal */
                                    maintenance: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_from: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_to: string;
                                }[];
                            }[];
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "leverage-profiles.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "leverage-profiles.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default true */
                    enabled?: boolean;
                    name?: string;
                    /** @default [] */
                    rules?: {
                        /** @default  */
                        currency?: string;
                        /** @default  */
                        description?: string;
                        mask: string;
                        name: string;
                        /** @enum {string} */
                        range_basis: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
                        tiers: {
                            /** @description decimal */
                            initial: string;
                            /** @description decimal */
                            maintenance: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            range_from?: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            range_to?: string;
                        }[];
                    }[];
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default true */
                            enabled: boolean;
                            groups: string[];
                            /** @default 1 */
                            id: number;
                            name: string;
                            /** @default [] */
                            rules: {
                                /** @default  */
                                currency: string;
                                /** @default  */
                                description: string;
                                mask: string;
                                name: string;
                                /** @enum {string} */
                                range_basis: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
                                tiers: {
                                    /** @description decimal */
                                    initial: string;
                                    /** @description decimal */
                                    maintenance: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_from: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_to: string;
                                }[];
                            }[];
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "leverage-profiles.rules.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    position?: number;
                    rule: {
                        /** @default  */
                        currency?: string;
                        /** @default  */
                        description?: string;
                        mask: string;
                        name: string;
                        /** @enum {string} */
                        range_basis: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
                        tiers: {
                            /** @description decimal */
                            initial: string;
                            /** @description decimal */
                            maintenance: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            range_from?: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            range_to?: string;
                        }[];
                    };
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default true */
                            enabled: boolean;
                            groups: string[];
                            /** @default 1 */
                            id: number;
                            name: string;
                            /** @default [] */
                            rules: {
                                /** @default  */
                                currency: string;
                                /** @default  */
                                description: string;
                                mask: string;
                                name: string;
                                /** @enum {string} */
                                range_basis: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
                                tiers: {
                                    /** @description decimal */
                                    initial: string;
                                    /** @description decimal */
                                    maintenance: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_from: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_to: string;
                                }[];
                            }[];
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "leverage-profiles.rules.delete": {
        parameters: {
            query: {
                version: number;
            };
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default true */
                            enabled: boolean;
                            groups: string[];
                            /** @default 1 */
                            id: number;
                            name: string;
                            /** @default [] */
                            rules: {
                                /** @default  */
                                currency: string;
                                /** @default  */
                                description: string;
                                mask: string;
                                name: string;
                                /** @enum {string} */
                                range_basis: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
                                tiers: {
                                    /** @description decimal */
                                    initial: string;
                                    /** @description decimal */
                                    maintenance: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_from: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_to: string;
                                }[];
                            }[];
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "leverage-profiles.rules.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default  */
                    currency?: string;
                    /** @default  */
                    description?: string;
                    mask?: string;
                    name?: string;
                    /** @enum {string} */
                    range_basis?: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
                    tiers?: {
                        /** @description decimal */
                        initial: string;
                        /** @description decimal */
                        maintenance: string;
                        /**
                         * @description decimal
                         * @default 0
                         */
                        range_from?: string;
                        /**
                         * @description decimal
                         * @default 0
                         */
                        range_to?: string;
                    }[];
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default true */
                            enabled: boolean;
                            groups: string[];
                            /** @default 1 */
                            id: number;
                            name: string;
                            /** @default [] */
                            rules: {
                                /** @default  */
                                currency: string;
                                /** @default  */
                                description: string;
                                mask: string;
                                name: string;
                                /** @enum {string} */
                                range_basis: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
                                tiers: {
                                    /** @description decimal */
                                    initial: string;
                                    /** @description decimal */
                                    maintenance: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_from: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_to: string;
                                }[];
                            }[];
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "leverage-profiles.rules.order": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    order: number[];
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default true */
                            enabled: boolean;
                            groups: string[];
                            /** @default 1 */
                            id: number;
                            name: string;
                            /** @default [] */
                            rules: {
                                /** @default  */
                                currency: string;
                                /** @default  */
                                description: string;
                                mask: string;
                                name: string;
                                /** @enum {string} */
                                range_basis: "volume" | "volume_per_symbol" | "value" | "value_per_symbol";
                                tiers: {
                                    /** @description decimal */
                                    initial: string;
                                    /** @description decimal */
                                    maintenance: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_from: string;
                                    /**
                                     * @description decimal
                                     * @default 0
                                     */
                                    range_to: string;
                                }[];
                            }[];
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "mail-servers.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default false */
                            is_default: boolean;
                            /** @default  */
                            login: string;
                            name: string;
                            /**
                             * @default starttls
                             * @enum {string}
                             */
                            security: "none" | "starttls" | "tls";
                            sender_email: string;
                            /** @default  */
                            sender_name: string;
                            server: string;
                            stats: {
                                avg_send_seconds: number;
                                errors: number;
                                queued: number;
                                sent: number;
                            };
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "mail-servers.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default true */
                    enabled?: boolean;
                    /** @default false */
                    is_default?: boolean;
                    /** @default  */
                    login?: string;
                    name: string;
                    /** @default  */
                    password?: string;
                    /**
                     * @default starttls
                     * @enum {string}
                     */
                    security?: "none" | "starttls" | "tls";
                    sender_email: string;
                    /** @default  */
                    sender_name?: string;
                    server: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default false */
                            is_default: boolean;
                            /** @default  */
                            login: string;
                            name: string;
                            /**
                             * @default starttls
                             * @enum {string}
                             */
                            security: "none" | "starttls" | "tls";
                            sender_email: string;
                            /** @default  */
                            sender_name: string;
                            server: string;
                            stats: {
                                avg_send_seconds: number;
                                errors: number;
                                queued: number;
                                sent: number;
                            };
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "mail-servers.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default false */
                            is_default: boolean;
                            /** @default  */
                            login: string;
                            name: string;
                            /**
                             * @default starttls
                             * @enum {string}
                             */
                            security: "none" | "starttls" | "tls";
                            sender_email: string;
                            /** @default  */
                            sender_name: string;
                            server: string;
                            stats: {
                                avg_send_seconds: number;
                                errors: number;
                                queued: number;
                                sent: number;
                            };
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "mail-servers.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "mail-servers.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default true */
                    enabled?: boolean;
                    /** @default false */
                    is_default?: boolean;
                    /** @default  */
                    login?: string;
                    name?: string;
                    /** @default  */
                    password?: string;
                    /**
                     * @default starttls
                     * @enum {string}
                     */
                    security?: "none" | "starttls" | "tls";
                    sender_email?: string;
                    /** @default  */
                    sender_name?: string;
                    server?: string;
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            has_password: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default false */
                            is_default: boolean;
                            /** @default  */
                            login: string;
                            name: string;
                            /**
                             * @default starttls
                             * @enum {string}
                             */
                            security: "none" | "starttls" | "tls";
                            sender_email: string;
                            /** @default  */
                            sender_name: string;
                            server: string;
                            stats: {
                                avg_send_seconds: number;
                                errors: number;
                                queued: number;
                                sent: number;
                            };
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "mail-servers.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    to: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "preferences.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            content: Record<string, never>;
                            updated_at: string | null;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "preferences.replace": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content: Record<string, never>;
                    /** @default 0 */
                    expected_version?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            content: Record<string, never>;
                            updated_at: string | null;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "preferences.merge": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content: Record<string, never>;
                    /** @default 0 */
                    expected_version?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            content: Record<string, never>;
                            updated_at: string | null;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "network.servers.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /**
                             * @default {
                             *       "allow_administrators": true,
                             *       "allow_managers": true,
                             *       "allow_clients": true,
                             *       "allow_api": true,
                             *       "antiflood_enabled": false,
                             *       "antiflood_connections": 20,
                             *       "antiflood_errors": 10
                             *     }
                             */
                            access: {
                                /** @default true */
                                allow_administrators: boolean;
                                /** @default true */
                                allow_api: boolean;
                                /** @default true */
                                allow_clients: boolean;
                                /** @default true */
                                allow_managers: boolean;
                                /** @default 20 */
                                antiflood_connections: number;
                                /** @default false */
                                antiflood_enabled: boolean;
                                /** @default 10 */
                                antiflood_errors: number;
                            };
                            /** @enum {string} */
                            id: "api";
                            /** @default 1 */
                            internal_id: number;
                            /** @default  */
                            title: string;
                            version: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "network.servers.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /**
                             * @default {
                             *       "allow_administrators": true,
                             *       "allow_managers": true,
                             *       "allow_clients": true,
                             *       "allow_api": true,
                             *       "antiflood_enabled": false,
                             *       "antiflood_connections": 20,
                             *       "antiflood_errors": 10
                             *     }
                             */
                            access: {
                                /** @default true */
                                allow_administrators: boolean;
                                /** @default true */
                                allow_api: boolean;
                                /** @default true */
                                allow_clients: boolean;
                                /** @default true */
                                allow_managers: boolean;
                                /** @default 20 */
                                antiflood_connections: number;
                                /** @default false */
                                antiflood_enabled: boolean;
                                /** @default 10 */
                                antiflood_errors: number;
                            };
                            /** @enum {string} */
                            id: "api";
                            /** @default 1 */
                            internal_id: number;
                            /** @default  */
                            title: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "network.servers.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default {
                     *       "allow_administrators": true,
                     *       "allow_managers": true,
                     *       "allow_clients": true,
                     *       "allow_api": true,
                     *       "antiflood_enabled": false,
                     *       "antiflood_connections": 20,
                     *       "antiflood_errors": 10
                     *     }
                     */
                    access?: {
                        /** @default true */
                        allow_administrators?: boolean;
                        /** @default true */
                        allow_api?: boolean;
                        /** @default true */
                        allow_clients?: boolean;
                        /** @default true */
                        allow_managers?: boolean;
                        /** @default 20 */
                        antiflood_connections?: number;
                        /** @default false */
                        antiflood_enabled?: boolean;
                        /** @default 10 */
                        antiflood_errors?: number;
                    };
                    /** @default  */
                    title?: string;
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /**
                             * @default {
                             *       "allow_administrators": true,
                             *       "allow_managers": true,
                             *       "allow_clients": true,
                             *       "allow_api": true,
                             *       "antiflood_enabled": false,
                             *       "antiflood_connections": 20,
                             *       "antiflood_errors": 10
                             *     }
                             */
                            access: {
                                /** @default true */
                                allow_administrators: boolean;
                                /** @default true */
                                allow_api: boolean;
                                /** @default true */
                                allow_clients: boolean;
                                /** @default true */
                                allow_managers: boolean;
                                /** @default 20 */
                                antiflood_connections: number;
                                /** @default false */
                                antiflood_enabled: boolean;
                                /** @default 10 */
                                antiflood_errors: number;
                            };
                            /** @enum {string} */
                            id: "api";
                            /** @default 1 */
                            internal_id: number;
                            /** @default  */
                            title: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "online.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @description decimal */
                            equity: string;
                            group: string;
                            ip: string;
                            last_name: string;
                            login: number;
                            name: string;
                            os: string;
                            read_only: boolean;
                            session: string;
                            /** Format: date-time */
                            since: string;
                            sockets: number;
                            staff: boolean;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "online.kick_session": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "online.kick": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    login: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "online.window": {
        parameters: {
            query?: {
                anchor_id?: string;
                cursor?: string;
                edge?: "first" | "after" | "before" | "around";
                limit?: number;
            };
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            after: string | null;
                            anchor_found: boolean;
                            before: string | null;
                            has_after: boolean;
                            has_before: boolean;
                            items: {
                                /** @description decimal */
                                equity: string;
                                group: string;
                                ip: string;
                                last_name: string;
                                login: number;
                                name: string;
                                os: string;
                                read_only: boolean;
                                session: string;
                                /** Format: date-time */
                                since: string;
                                sockets: number;
                                staff: boolean;
                            }[];
                            /** Format: date-time */
                            observed_at: string;
                            query_id: string;
                            total: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "quotes.publish": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description decimal */
                    ask: string;
                    /** @description decimal */
                    bid: string;
                    /** @description decimal */
                    last?: string;
                    symbol: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @description decimal */
                            ask: string;
                            /** @description decimal */
                            bid: string;
                            symbol: string;
                            /** Format: date-time */
                            time: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "reports.configs.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 1 */
                            id: number;
                            /** @enum {string} */
                            module: "daily" | "exposure";
                            name: string;
                            /** @default {} */
                            params: {
                                [key: string]: string;
                            };
                            /** @default 1 */
                            position: number;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "reports.configs.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    created_at?: string;
                    /** @default true */
                    enabled?: boolean;
                    id?: number;
                    /** @enum {string} */
                    module: "daily" | "exposure";
                    name: string;
                    /** @default {} */
                    params?: {
                        [key: string]: string;
                    };
                    /** @default 0 */
                    position?: number;
                    updated_at?: string;
                    version?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 1 */
                            id: number;
                            /** @enum {string} */
                            module: "daily" | "exposure";
                            name: string;
                            /** @default {} */
                            params: {
                                [key: string]: string;
                            };
                            /** @default 1 */
                            position: number;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "reports.configs.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 1 */
                            id: number;
                            /** @enum {string} */
                            module: "daily" | "exposure";
                            name: string;
                            /** @default {} */
                            params: {
                                [key: string]: string;
                            };
                            /** @default 1 */
                            position: number;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "reports.configs.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "reports.configs.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default true */
                    enabled?: boolean;
                    /** @enum {string} */
                    module?: "daily" | "exposure";
                    name?: string;
                    /** @default {} */
                    params?: {
                        [key: string]: string;
                    };
                    /** @default 0 */
                    position?: number;
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 1 */
                            id: number;
                            /** @enum {string} */
                            module: "daily" | "exposure";
                            name: string;
                            /** @default {} */
                            params: {
                                [key: string]: string;
                            };
                            /** @default 1 */
                            position: number;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "reports.configs.order": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            created_at: string;
                            /** @default true */
                            enabled: boolean;
                            /** @default 1 */
                            id: number;
                            /** @enum {string} */
                            module: "daily" | "exposure";
                            name: string;
                            /** @default {} */
                            params: {
                                [key: string]: string;
                            };
                            /** @default 1 */
                            position: number;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "reports.modules": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            daily: boolean;
                            inputs: ("groups" | "company" | "login" | "from" | "to")[];
                            module: string;
                            params: {
                                description: string;
                                name: string;
                            }[];
                            title: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "routing.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            action: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
                            /** @default  */
                            action_value: string;
                            /** @default [] */
                            conditions: {
                                /** @enum {string} */
                                field: "login" | "volume" | "hour" | "weekday" | "deviation_pts" | "group" | "symbol" | "side" | "kind" | "comment";
                                /** @enum {string} */
                                op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
                                value: string;
                            }[];
                            /** Format: date-time */
                            created_at: string;
                            /** @default [] */
                            dealers: number[];
                            /** @default true */
                            enabled: boolean;
                            /** @default 1 */
                            id: number;
                            name: string;
                            /** @default [] */
                            order_kinds: ("market" | "limit" | "stop" | "stop_limit" | "close_by")[];
                            /** @default 1 */
                            position: number;
                            /** @default [] */
                            request_kinds: ("price" | "open" | "close" | "close_by" | "modify" | "pending" | "pending_modify" | "pending_cancel" | "activate" | "activate_stop_limit" | "sl" | "tp" | "stopout_order" | "stopout_position" | "expiration" | "dealer_open" | "dealer_close" | "dealer_close_by" | "dealer_modify" | "dealer_pending" | "dealer_pending_modify" | "dealer_pending_cancel" | "dealer_activate")[];
                            /** @default false */
                            skip_no_dealer: boolean;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "routing.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
                    /** @default  */
                    action_value?: string;
                    /** @default [] */
                    conditions?: {
                        /** @enum {string} */
                        field: "login" | "volume" | "hour" | "weekday" | "deviation_pts" | "group" | "symbol" | "side" | "kind" | "comment";
                        /** @enum {string} */
                        op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
                        value: string;
                    }[];
                    /** @default [] */
                    dealers?: number[];
                    /** @default true */
                    enabled?: boolean;
                    name: string;
                    /** @default [] */
                    order_kinds?: ("market" | "limit" | "stop" | "stop_limit" | "close_by")[];
                    /** @default 0 */
                    position?: number;
                    /** @default [] */
                    request_kinds?: ("price" | "open" | "close" | "close_by" | "modify" | "pending" | "pending_modify" | "pending_cancel" | "activate" | "activate_stop_limit" | "sl" | "tp" | "stopout_order" | "stopout_position" | "expiration" | "dealer_open" | "dealer_close" | "dealer_close_by" | "dealer_modify" | "dealer_pending" | "dealer_pending_modify" | "dealer_pending_cancel" | "dealer_activate")[];
                    /** @default false */
                    skip_no_dealer?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            action: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
                            /** @default  */
                            action_value: string;
                            /** @default [] */
                            conditions: {
                                /** @enum {string} */
                                field: "login" | "volume" | "hour" | "weekday" | "deviation_pts" | "group" | "symbol" | "side" | "kind" | "comment";
                                /** @enum {string} */
                                op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
                                value: string;
                            }[];
                            /** Format: date-time */
                            created_at: string;
                            /** @default [] */
                            dealers: number[];
                            /** @default true */
                            enabled: boolean;
                            /** @default 1 */
                            id: number;
                            name: string;
                            /** @default [] */
                            order_kinds: ("market" | "limit" | "stop" | "stop_limit" | "close_by")[];
                            /** @default 1 */
                            position: number;
                            /** @default [] */
                            request_kinds: ("price" | "open" | "close" | "close_by" | "modify" | "pending" | "pending_modify" | "pending_cancel" | "activate" | "activate_stop_limit" | "sl" | "tp" | "stopout_order" | "stopout_position" | "expiration" | "dealer_open" | "dealer_close" | "dealer_close_by" | "dealer_modify" | "dealer_pending" | "dealer_pending_modify" | "dealer_pending_cancel" | "dealer_activate")[];
                            /** @default false */
                            skip_no_dealer: boolean;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "routing.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            action: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
                            /** @default  */
                            action_value: string;
                            /** @default [] */
                            conditions: {
                                /** @enum {string} */
                                field: "login" | "volume" | "hour" | "weekday" | "deviation_pts" | "group" | "symbol" | "side" | "kind" | "comment";
                                /** @enum {string} */
                                op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
                                value: string;
                            }[];
                            /** Format: date-time */
                            created_at: string;
                            /** @default [] */
                            dealers: number[];
                            /** @default true */
                            enabled: boolean;
                            /** @default 1 */
                            id: number;
                            name: string;
                            /** @default [] */
                            order_kinds: ("market" | "limit" | "stop" | "stop_limit" | "close_by")[];
                            /** @default 1 */
                            position: number;
                            /** @default [] */
                            request_kinds: ("price" | "open" | "close" | "close_by" | "modify" | "pending" | "pending_modify" | "pending_cancel" | "activate" | "activate_stop_limit" | "sl" | "tp" | "stopout_order" | "stopout_position" | "expiration" | "dealer_open" | "dealer_close" | "dealer_close_by" | "dealer_modify" | "dealer_pending" | "dealer_pending_modify" | "dealer_pending_cancel" | "dealer_activate")[];
                            /** @default false */
                            skip_no_dealer: boolean;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "routing.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "routing.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action?: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
                    /** @default  */
                    action_value?: string;
                    /** @default [] */
                    conditions?: {
                        /** @enum {string} */
                        field: "login" | "volume" | "hour" | "weekday" | "deviation_pts" | "group" | "symbol" | "side" | "kind" | "comment";
                        /** @enum {string} */
                        op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
                        value: string;
                    }[];
                    /** @default [] */
                    dealers?: number[];
                    /** @default true */
                    enabled?: boolean;
                    name?: string;
                    /** @default [] */
                    order_kinds?: ("market" | "limit" | "stop" | "stop_limit" | "close_by")[];
                    /** @default [] */
                    request_kinds?: ("price" | "open" | "close" | "close_by" | "modify" | "pending" | "pending_modify" | "pending_cancel" | "activate" | "activate_stop_limit" | "sl" | "tp" | "stopout_order" | "stopout_position" | "expiration" | "dealer_open" | "dealer_close" | "dealer_close_by" | "dealer_modify" | "dealer_pending" | "dealer_pending_modify" | "dealer_pending_cancel" | "dealer_activate")[];
                    /** @default false */
                    skip_no_dealer?: boolean;
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            action: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
                            /** @default  */
                            action_value: string;
                            /** @default [] */
                            conditions: {
                                /** @enum {string} */
                                field: "login" | "volume" | "hour" | "weekday" | "deviation_pts" | "group" | "symbol" | "side" | "kind" | "comment";
                                /** @enum {string} */
                                op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
                                value: string;
                            }[];
                            /** Format: date-time */
                            created_at: string;
                            /** @default [] */
                            dealers: number[];
                            /** @default true */
                            enabled: boolean;
                            /** @default 1 */
                            id: number;
                            name: string;
                            /** @default [] */
                            order_kinds: ("market" | "limit" | "stop" | "stop_limit" | "close_by")[];
                            /** @default 1 */
                            position: number;
                            /** @default [] */
                            request_kinds: ("price" | "open" | "close" | "close_by" | "modify" | "pending" | "pending_modify" | "pending_cancel" | "activate" | "activate_stop_limit" | "sl" | "tp" | "stopout_order" | "stopout_position" | "expiration" | "dealer_open" | "dealer_close" | "dealer_close_by" | "dealer_modify" | "dealer_pending" | "dealer_pending_modify" | "dealer_pending_cancel" | "dealer_activate")[];
                            /** @default false */
                            skip_no_dealer: boolean;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "routing.dealers.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            dealers: number[];
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "routing.dealers.replace": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default [] */
                    dealers: number[];
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            dealers: number[];
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "routing.dealers.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                dealer: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            dealers: number[];
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "routing.fields": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            actions: string[];
                            fields: {
                                field: string;
                                ops: string[];
                                /** @enum {string} */
                                type: "number" | "text";
                            }[];
                            order_kinds: string[];
                            request_kinds: string[];
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "routing.order": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            action: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
                            /** @default  */
                            action_value: string;
                            /** @default [] */
                            conditions: {
                                /** @enum {string} */
                                field: "login" | "volume" | "hour" | "weekday" | "deviation_pts" | "group" | "symbol" | "side" | "kind" | "comment";
                                /** @enum {string} */
                                op: "eq" | "ne" | "gt" | "ge" | "lt" | "le";
                                value: string;
                            }[];
                            /** Format: date-time */
                            created_at: string;
                            /** @default [] */
                            dealers: number[];
                            /** @default true */
                            enabled: boolean;
                            /** @default 1 */
                            id: number;
                            name: string;
                            /** @default [] */
                            order_kinds: ("market" | "limit" | "stop" | "stop_limit" | "close_by")[];
                            /** @default 1 */
                            position: number;
                            /** @default [] */
                            request_kinds: ("price" | "open" | "close" | "close_by" | "modify" | "pending" | "pending_modify" | "pending_cancel" | "activate" | "activate_stop_limit" | "sl" | "tp" | "stopout_order" | "stopout_position" | "expiration" | "dealer_open" | "dealer_close" | "dealer_close_by" | "dealer_modify" | "dealer_pending" | "dealer_pending_modify" | "dealer_pending_cancel" | "dealer_activate")[];
                            /** @default false */
                            skip_no_dealer: boolean;
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "routing.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    comment?: string;
                    deviation_pts?: number;
                    group?: string;
                    hour?: number;
                    /** @enum {string} */
                    kind?: "price" | "open" | "close" | "close_by" | "modify" | "pending" | "pending_modify" | "pending_cancel" | "activate" | "activate_stop_limit" | "sl" | "tp" | "stopout_order" | "stopout_position" | "expiration" | "dealer_open" | "dealer_close" | "dealer_close_by" | "dealer_modify" | "dealer_pending" | "dealer_pending_modify" | "dealer_pending_cancel" | "dealer_activate";
                    login?: number;
                    online?: number[];
                    /** @enum {string} */
                    order_kind?: "market" | "limit" | "stop" | "stop_limit" | "close_by";
                    /** @enum {string} */
                    side: "buy" | "sell";
                    symbol: string;
                    /** Format: date-time */
                    time?: string;
                    /** @description decimal */
                    volume: string;
                    weekday?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            action: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
                            action_value: string;
                            clear_stops: boolean;
                            dealers: number[];
                            delay_ms: number;
                            facts: {
                                [key: string]: string | number;
                            };
                            rule: {
                                id: number;
                                name: string;
                                position: number;
                            } | null;
                            walked: {
                                /** @enum {string} */
                                action: "confirm_request_price" | "confirm_market_price" | "reject" | "requote" | "dealer" | "online_dealers" | "gateway" | "delay" | "clear_stops";
                                id: number;
                                matched: boolean;
                                name: string;
                                passed_over: boolean;
                                position: number;
                                unmet: {
                                    actual: string;
                                    field: string;
                                    op: string;
                                    value: string;
                                } | null;
                            }[];
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "socket.staff": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Upgraded. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "staff.list": {
        parameters: {
            query?: {
                group?: string;
                limit?: number;
                login?: number;
                name?: string;
                page?: number;
            };
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            items: {
                                active: boolean;
                                /** Format: date-time */
                                created_at: string;
                                email: string;
                                group: string;
                                /** @default [] */
                                group_scope: string[];
                                /** @default [] */
                                ip_allow: string[];
                                last_access: string | null;
                                last_ip: string;
                                login: number;
                                /** @default 0 */
                                logs_months: number;
                                /** @default  */
                                mailbox_name: string;
                                name: string;
                                /** @default 0 */
                                reports_months: number;
                                /** @default [] */
                                rights: ("trades.view" | "trades.edit" | "trades.delete" | "accounts.view" | "accounts.edit" | "accounts.balance" | "accounts.online" | "accounts.delete" | "accounts.password" | "accounts.hidden" | "applications" | "clients.view" | "config.staff" | "mailbox" | "notifications" | "confirm_actions" | "terminal.admin" | "server.machines" | "config.symbols" | "symbols.quick_edit" | "config.leverage" | "config.groups" | "config.datafeeds" | "config.gateways" | "config.routing" | "config.holidays" | "config.reports" | "config.allocation" | "reports" | "reports.export" | "config.servers" | "config.white_labels" | "config.mail" | "journal.view" | "fields.name" | "fields.email" | "fields.phone" | "fields.address" | "fields.documents")[];
                                /** Format: date-time */
                                updated_at: string;
                                version: number;
                            }[];
                            page: number;
                            total: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "staff.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default [] */
                    group_scope?: string[];
                    /** @default [] */
                    ip_allow?: string[];
                    login: number;
                    /** @default 0 */
                    logs_months?: number;
                    /** @default  */
                    mailbox_name?: string;
                    /** @default 0 */
                    reports_months?: number;
                    /** @default [] */
                    rights?: ("trades.view" | "trades.edit" | "trades.delete" | "accounts.view" | "accounts.edit" | "accounts.balance" | "accounts.online" | "accounts.delete" | "accounts.password" | "accounts.hidden" | "applications" | "clients.view" | "config.staff" | "mailbox" | "notifications" | "confirm_actions" | "terminal.admin" | "server.machines" | "config.symbols" | "symbols.quick_edit" | "config.leverage" | "config.groups" | "config.datafeeds" | "config.gateways" | "config.routing" | "config.holidays" | "config.reports" | "config.allocation" | "reports" | "reports.export" | "config.servers" | "config.white_labels" | "config.mail" | "journal.view" | "fields.name" | "fields.email" | "fields.phone" | "fields.address" | "fields.documents")[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            active: boolean;
                            /** Format: date-time */
                            created_at: string;
                            email: string;
                            group: string;
                            /** @default [] */
                            group_scope: string[];
                            /** @default [] */
                            ip_allow: string[];
                            last_access: string | null;
                            last_ip: string;
                            login: number;
                            /** @default 0 */
                            logs_months: number;
                            /** @default  */
                            mailbox_name: string;
                            name: string;
                            /** @default 0 */
                            reports_months: number;
                            /** @default [] */
                            rights: ("trades.view" | "trades.edit" | "trades.delete" | "accounts.view" | "accounts.edit" | "accounts.balance" | "accounts.online" | "accounts.delete" | "accounts.password" | "accounts.hidden" | "applications" | "clients.view" | "config.staff" | "mailbox" | "notifications" | "confirm_actions" | "terminal.admin" | "server.machines" | "config.symbols" | "symbols.quick_edit" | "config.leverage" | "config.groups" | "config.datafeeds" | "config.gateways" | "config.routing" | "config.holidays" | "config.reports" | "config.allocation" | "reports" | "reports.export" | "config.servers" | "config.white_labels" | "config.mail" | "journal.view" | "fields.name" | "fields.email" | "fields.phone" | "fields.address" | "fields.documents")[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "staff.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            active: boolean;
                            /** Format: date-time */
                            created_at: string;
                            email: string;
                            group: string;
                            /** @default [] */
                            group_scope: string[];
                            /** @default [] */
                            ip_allow: string[];
                            last_access: string | null;
                            last_ip: string;
                            login: number;
                            /** @default 0 */
                            logs_months: number;
                            /** @default  */
                            mailbox_name: string;
                            name: string;
                            /** @default 0 */
                            reports_months: number;
                            /** @default [] */
                            rights: ("trades.view" | "trades.edit" | "trades.delete" | "accounts.view" | "accounts.edit" | "accounts.balance" | "accounts.online" | "accounts.delete" | "accounts.password" | "accounts.hidden" | "applications" | "clients.view" | "config.staff" | "mailbox" | "notifications" | "confirm_actions" | "terminal.admin" | "server.machines" | "config.symbols" | "symbols.quick_edit" | "config.leverage" | "config.groups" | "config.datafeeds" | "config.gateways" | "config.routing" | "config.holidays" | "config.reports" | "config.allocation" | "reports" | "reports.export" | "config.servers" | "config.white_labels" | "config.mail" | "journal.view" | "fields.name" | "fields.email" | "fields.phone" | "fields.address" | "fields.documents")[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "staff.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "staff.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    active?: boolean;
                    email?: string;
                    group?: string;
                    /** @default [] */
                    group_scope?: string[];
                    /** @default [] */
                    ip_allow?: string[];
                    /** @default 0 */
                    logs_months?: number;
                    /** @default  */
                    mailbox_name?: string;
                    name?: string;
                    /** @default 0 */
                    reports_months?: number;
                    /** @default [] */
                    rights?: ("trades.view" | "trades.edit" | "trades.delete" | "accounts.view" | "accounts.edit" | "accounts.balance" | "accounts.online" | "accounts.delete" | "accounts.password" | "accounts.hidden" | "applications" | "clients.view" | "config.staff" | "mailbox" | "notifications" | "confirm_actions" | "terminal.admin" | "server.machines" | "config.symbols" | "symbols.quick_edit" | "config.leverage" | "config.groups" | "config.datafeeds" | "config.gateways" | "config.routing" | "config.holidays" | "config.reports" | "config.allocation" | "reports" | "reports.export" | "config.servers" | "config.white_labels" | "config.mail" | "journal.view" | "fields.name" | "fields.email" | "fields.phone" | "fields.address" | "fields.documents")[];
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            active: boolean;
                            /** Format: date-time */
                            created_at: string;
                            email: string;
                            group: string;
                            /** @default [] */
                            group_scope: string[];
                            /** @default [] */
                            ip_allow: string[];
                            last_access: string | null;
                            last_ip: string;
                            login: number;
                            /** @default 0 */
                            logs_months: number;
                            /** @default  */
                            mailbox_name: string;
                            name: string;
                            /** @default 0 */
                            reports_months: number;
                            /** @default [] */
                            rights: ("trades.view" | "trades.edit" | "trades.delete" | "accounts.view" | "accounts.edit" | "accounts.balance" | "accounts.online" | "accounts.delete" | "accounts.password" | "accounts.hidden" | "applications" | "clients.view" | "config.staff" | "mailbox" | "notifications" | "confirm_actions" | "terminal.admin" | "server.machines" | "config.symbols" | "symbols.quick_edit" | "config.leverage" | "config.groups" | "config.datafeeds" | "config.gateways" | "config.routing" | "config.holidays" | "config.reports" | "config.allocation" | "reports" | "reports.export" | "config.servers" | "config.white_labels" | "config.mail" | "journal.view" | "fields.name" | "fields.email" | "fields.phone" | "fields.address" | "fields.documents")[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "staff.disable": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            active: boolean;
                            /** Format: date-time */
                            created_at: string;
                            email: string;
                            group: string;
                            /** @default [] */
                            group_scope: string[];
                            /** @default [] */
                            ip_allow: string[];
                            last_access: string | null;
                            last_ip: string;
                            login: number;
                            /** @default 0 */
                            logs_months: number;
                            /** @default  */
                            mailbox_name: string;
                            name: string;
                            /** @default 0 */
                            reports_months: number;
                            /** @default [] */
                            rights: ("trades.view" | "trades.edit" | "trades.delete" | "accounts.view" | "accounts.edit" | "accounts.balance" | "accounts.online" | "accounts.delete" | "accounts.password" | "accounts.hidden" | "applications" | "clients.view" | "config.staff" | "mailbox" | "notifications" | "confirm_actions" | "terminal.admin" | "server.machines" | "config.symbols" | "symbols.quick_edit" | "config.leverage" | "config.groups" | "config.datafeeds" | "config.gateways" | "config.routing" | "config.holidays" | "config.reports" | "config.allocation" | "reports" | "reports.export" | "config.servers" | "config.white_labels" | "config.mail" | "journal.view" | "fields.name" | "fields.email" | "fields.phone" | "fields.address" | "fields.documents")[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "staff.journal": {
        parameters: {
            query?: {
                from?: string;
                kind?: "auth" | "config" | "account" | "trade" | "system";
                limit?: number;
                login?: number;
                page?: number;
                text?: string;
                to?: string;
            };
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            has_more: boolean;
                            items: {
                                by: number;
                                id: number;
                                ip: string;
                                /** @enum {string} */
                                kind: "auth" | "config" | "account" | "trade" | "system";
                                login: number;
                                text: string;
                                /** Format: date-time */
                                time: string;
                            }[];
                            page: number;
                            total: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "staff.password": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "staff.reports": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default 0 */
                            depth_days: number;
                            /** @default false */
                            export: boolean;
                            path: string;
                            /** @default 0 */
                            position: number;
                            /** @default true */
                            view: boolean;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "staff.put_reports": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                login: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    lines: {
                        /** @default 0 */
                        depth_days?: number;
                        /** @default false */
                        export?: boolean;
                        path: string;
                        /** @default 0 */
                        position?: number;
                        /** @default true */
                        view?: boolean;
                    }[];
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @default 0 */
                            depth_days: number;
                            /** @default false */
                            export: boolean;
                            path: string;
                            /** @default 0 */
                            position: number;
                            /** @default true */
                            view: boolean;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "staff.rights": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            grantable: boolean;
                            name: string;
                            says: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "config.symbols.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            calc_mode: "forex" | "forex_no_leverage" | "cfd" | "cfd_leverage" | "cfd_index" | "futures" | "exchange_stocks";
                            /** @default  */
                            category: string;
                            /**
                             * @default bid
                             * @enum {string}
                             */
                            chart_mode: "bid" | "last";
                            /** @default  */
                            color: string;
                            /** @description decimal */
                            contract_size: string;
                            /** @default  */
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            currency_base: string;
                            currency_margin: string;
                            currency_profit: string;
                            /** @default  */
                            description: string;
                            digits: number;
                            /** @default null */
                            ends_at: string | null;
                            /** @default  */
                            exchange: string;
                            /**
                             * @default market
                             * @enum {string}
                             */
                            execution_mode: "request" | "instant" | "market" | "exchange";
                            /**
                             * @default [
                             *       "gtc",
                             *       "day",
                             *       "specified",
                             *       "specified_day"
                             *     ]
                             */
                            expiration_flags: ("gtc" | "day" | "specified" | "specified_day")[];
                            /**
                             * @default [
                             *       "fok",
                             *       "ioc"
                             *     ]
                             */
                            fill_flags: ("fok" | "ioc")[];
                            /** @default 0 */
                            freeze_level: number;
                            /**
                             * @default gtc
                             * @enum {string}
                             */
                            gtc_mode: "gtc" | "daily" | "daily_no_stops";
                            /** @default false */
                            hedged_larger_leg: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default 0 */
                            instant_dev_loss_pts: number;
                            /** @default 0 */
                            instant_dev_profit_pts: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            instant_max_volume: string;
                            /** @default 0 */
                            instant_price_age_sec: number;
                            /** @default  */
                            isin: string;
                            /** @default false */
                            margin_check_process: boolean;
                            /** @default false */
                            margin_check_sltp: boolean;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_hedged: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_initial: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_maintenance: string;
                            /** @default [] */
                            margin_rates: {
                                /** @description decimal */
                                initial: string;
                                /**
                                 * @description decimal
                                 * @default 0
                                 */
                                maintenance: string;
                                /** @enum {string} */
                                order_kind: "market" | "limit" | "stop" | "stop_limit";
                                /** @enum {string} */
                                side: "buy" | "sell";
                            }[];
                            /** @default false */
                            margin_recalc_rates: boolean;
                            name: string;
                            /**
                             * @default [
                             *       "market",
                             *       "limit",
                             *       "stop",
                             *       "stop_limit",
                             *       "sl",
                             *       "tp",
                             *       "close_by"
                             *     ]
                             */
                            order_flags: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[];
                            path: string;
                            /**
                             * @default by_deal
                             * @enum {string}
                             */
                            profit_conversion: "by_deal" | "by_market";
                            /** @default 0 */
                            quote_max_delay_sec: number;
                            /**
                             * @default [
                             *       {
                             *         "day": 0,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 1,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 2,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 3,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 4,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 5,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 6,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       }
                             *     ]
                             */
                            quote_sessions: {
                                day: number;
                                /** @default 0 */
                                from_min: number;
                                /** @default 1440 */
                                to_min: number;
                            }[];
                            /** @default 10 */
                            request_timeout_sec: number;
                            /** @default null */
                            source_symbol_id: number | null;
                            /** @default 0 */
                            spread: number;
                            /** @default 0 */
                            spread_balance_ask: number;
                            /** @default 0 */
                            spread_balance_bid: number;
                            /** @default null */
                            starts_at: string | null;
                            /** @enum {string} */
                            status: "active" | "disabled" | "upcoming" | "expired";
                            /** @default 0 */
                            stops_level: number;
                            /** @default 360 */
                            swap_days_in_year: number;
                            /** @default false */
                            swap_holidays: boolean;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            swap_long: string;
                            /**
                             * @default disabled
                             * @enum {string}
                             */
                            swap_mode: "disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid";
                            /** @default null */
                            swap_multipliers: string[] | null;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            swap_short: string;
                            /**
                             * @default wednesday
                             * @enum {string}
                             */
                            swap_triple_day: "none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
                            /**
                             * @description decimal
                             * @default 0
                             */
                            tick_size: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            tick_value: string;
                            /**
                             * @default full
                             * @enum {string}
                             */
                            trade_access: "disabled" | "long_only" | "short_only" | "close_only" | "full";
                            /**
                             * @default [
                             *       {
                             *         "day": 0,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 1,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 2,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 3,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 4,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 5,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 6,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       }
                             *     ]
                             */
                            trade_sessions: {
                                day: number;
                                /** @default 0 */
                                from_min: number;
                                /** @default 1440 */
                                to_min: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            volume_limit: string;
                            /**
                             * @description decimal
                             * @default 100
                             */
                            volume_max: string;
                            /**
                             * @description decimal
                             * @default 0.01
                             */
                            volume_min: string;
                            /**
                             * @description decimal
                             * @default 0.01
                             */
                            volume_step: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "config.symbols.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    calc_mode: "forex" | "forex_no_leverage" | "cfd" | "cfd_leverage" | "cfd_index" | "futures" | "exchange_stocks";
                    /** @default  */
                    category?: string;
                    /**
                     * @default bid
                     * @enum {string}
                     */
                    chart_mode?: "bid" | "last";
                    /** @default  */
                    color?: string;
                    /** @description decimal */
                    contract_size: string;
                    /** @default  */
                    country?: string;
                    currency_base: string;
                    currency_margin?: string;
                    currency_profit: string;
                    /** @default  */
                    description?: string;
                    digits: number;
                    /** @default null */
                    ends_at?: string | null;
                    /** @default  */
                    exchange?: string;
                    /**
                     * @default market
                     * @enum {string}
                     */
                    execution_mode?: "request" | "instant" | "market" | "exchange";
                    /**
                     * @default [
                     *       "gtc",
                     *       "day",
                     *       "specified",
                     *       "specified_day"
                     *     ]
                     */
                    expiration_flags?: ("gtc" | "day" | "specified" | "specified_day")[];
                    /**
                     * @default [
                     *       "fok",
                     *       "ioc"
                     *     ]
                     */
                    fill_flags?: ("fok" | "ioc")[];
                    /** @default 0 */
                    freeze_level?: number;
                    /**
                     * @default gtc
                     * @enum {string}
                     */
                    gtc_mode?: "gtc" | "daily" | "daily_no_stops";
                    /** @default false */
                    hedged_larger_leg?: boolean;
                    /** @default 0 */
                    instant_dev_loss_pts?: number;
                    /** @default 0 */
                    instant_dev_profit_pts?: number;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    instant_max_volume?: string;
                    /** @default 0 */
                    instant_price_age_sec?: number;
                    /** @default  */
                    isin?: string;
                    /** @default false */
                    margin_check_process?: boolean;
                    /** @default false */
                    margin_check_sltp?: boolean;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    margin_hedged?: string;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    margin_initial?: string;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    margin_maintenance?: string;
                    /** @default [] */
                    margin_rates?: {
                        /** @description decimal */
                        initial: string;
                        /**
                         * @description decimal
                         * @default 0
                         */
                        maintenance?: string;
                        /** @enum {string} */
                        order_kind: "market" | "limit" | "stop" | "stop_limit";
                        /** @enum {string} */
                        side: "buy" | "sell";
                    }[];
                    /** @default false */
                    margin_recalc_rates?: boolean;
                    name?: string;
                    /**
                     * @default [
                     *       "market",
                     *       "limit",
                     *       "stop",
                     *       "stop_limit",
                     *       "sl",
                     *       "tp",
                     *       "close_by"
                     *     ]
                     */
                    order_flags?: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[];
                    path: string;
                    /**
                     * @default by_deal
                     * @enum {string}
                     */
                    profit_conversion?: "by_deal" | "by_market";
                    /** @default 0 */
                    quote_max_delay_sec?: number;
                    /**
                     * @default [
                     *       {
                     *         "day": 0,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 1,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 2,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 3,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 4,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 5,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 6,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       }
                     *     ]
                     */
                    quote_sessions?: {
                        day: number;
                        /** @default 0 */
                        from_min?: number;
                        /** @default 1440 */
                        to_min?: number;
                    }[];
                    /** @default 10 */
                    request_timeout_sec?: number;
                    /** @default null */
                    source_symbol_id?: number | null;
                    /** @default 0 */
                    spread?: number;
                    /** @default 0 */
                    spread_balance_ask?: number;
                    /** @default 0 */
                    spread_balance_bid?: number;
                    /** @default null */
                    starts_at?: string | null;
                    /** @default 0 */
                    stops_level?: number;
                    /** @default 360 */
                    swap_days_in_year?: number;
                    /** @default false */
                    swap_holidays?: boolean;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    swap_long?: string;
                    /**
                     * @default disabled
                     * @enum {string}
                     */
                    swap_mode?: "disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid";
                    /** @default null */
                    swap_multipliers?: string[] | null;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    swap_short?: string;
                    /**
                     * @default wednesday
                     * @enum {string}
                     */
                    swap_triple_day?: "none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
                    /**
                     * @description decimal
                     * @default 0
                     */
                    tick_size?: string;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    tick_value?: string;
                    /**
                     * @default full
                     * @enum {string}
                     */
                    trade_access?: "disabled" | "long_only" | "short_only" | "close_only" | "full";
                    /**
                     * @default [
                     *       {
                     *         "day": 0,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 1,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 2,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 3,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 4,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 5,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 6,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       }
                     *     ]
                     */
                    trade_sessions?: {
                        day: number;
                        /** @default 0 */
                        from_min?: number;
                        /** @default 1440 */
                        to_min?: number;
                    }[];
                    /**
                     * @description decimal
                     * @default 0
                     */
                    volume_limit?: string;
                    /**
                     * @description decimal
                     * @default 100
                     */
                    volume_max?: string;
                    /**
                     * @description decimal
                     * @default 0.01
                     */
                    volume_min?: string;
                    /**
                     * @description decimal
                     * @default 0.01
                     */
                    volume_step?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            calc_mode: "forex" | "forex_no_leverage" | "cfd" | "cfd_leverage" | "cfd_index" | "futures" | "exchange_stocks";
                            /** @default  */
                            category: string;
                            /**
                             * @default bid
                             * @enum {string}
                             */
                            chart_mode: "bid" | "last";
                            /** @default  */
                            color: string;
                            /** @description decimal */
                            contract_size: string;
                            /** @default  */
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            currency_base: string;
                            currency_margin: string;
                            currency_profit: string;
                            /** @default  */
                            description: string;
                            digits: number;
                            /** @default null */
                            ends_at: string | null;
                            /** @default  */
                            exchange: string;
                            /**
                             * @default market
                             * @enum {string}
                             */
                            execution_mode: "request" | "instant" | "market" | "exchange";
                            /**
                             * @default [
                             *       "gtc",
                             *       "day",
                             *       "specified",
                             *       "specified_day"
                             *     ]
                             */
                            expiration_flags: ("gtc" | "day" | "specified" | "specified_day")[];
                            /**
                             * @default [
                             *       "fok",
                             *       "ioc"
                             *     ]
                             */
                            fill_flags: ("fok" | "ioc")[];
                            /** @default 0 */
                            freeze_level: number;
                            /**
                             * @default gtc
                             * @enum {string}
                             */
                            gtc_mode: "gtc" | "daily" | "daily_no_stops";
                            /** @default false */
                            hedged_larger_leg: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default 0 */
                            instant_dev_loss_pts: number;
                            /** @default 0 */
                            instant_dev_profit_pts: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            instant_max_volume: string;
                            /** @default 0 */
                            instant_price_age_sec: number;
                            /** @default  */
                            isin: string;
                            /** @default false */
                            margin_check_process: boolean;
                            /** @default false */
                            margin_check_sltp: boolean;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_hedged: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_initial: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_maintenance: string;
                            /** @default [] */
                            margin_rates: {
                                /** @description decimal */
                                initial: string;
                                /**
                                 * @description decimal
                                 * @default 0
                                 */
                                maintenance: string;
                                /** @enum {string} */
                                order_kind: "market" | "limit" | "stop" | "stop_limit";
                                /** @enum {string} */
                                side: "buy" | "sell";
                            }[];
                            /** @default false */
                            margin_recalc_rates: boolean;
                            name: string;
                            /**
                             * @default [
                             *       "market",
                             *       "limit",
                             *       "stop",
                             *       "stop_limit",
                             *       "sl",
                             *       "tp",
                             *       "close_by"
                             *     ]
                             */
                            order_flags: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[];
                            path: string;
                            /**
                             * @default by_deal
                             * @enum {string}
                             */
                            profit_conversion: "by_deal" | "by_market";
                            /** @default 0 */
                            quote_max_delay_sec: number;
                            /**
                             * @default [
                             *       {
                             *         "day": 0,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 1,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 2,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 3,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 4,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 5,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 6,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       }
                             *     ]
                             */
                            quote_sessions: {
                                day: number;
                                /** @default 0 */
                                from_min: number;
                                /** @default 1440 */
                                to_min: number;
                            }[];
                            /** @default 10 */
                            request_timeout_sec: number;
                            /** @default null */
                            source_symbol_id: number | null;
                            /** @default 0 */
                            spread: number;
                            /** @default 0 */
                            spread_balance_ask: number;
                            /** @default 0 */
                            spread_balance_bid: number;
                            /** @default null */
                            starts_at: string | null;
                            /** @enum {string} */
                            status: "active" | "disabled" | "upcoming" | "expired";
                            /** @default 0 */
                            stops_level: number;
                            /** @default 360 */
                            swap_days_in_year: number;
                            /** @default false */
                            swap_holidays: boolean;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            swap_long: string;
                            /**
                             * @default disabled
                             * @enum {string}
                             */
                            swap_mode: "disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid";
                            /** @default null */
                            swap_multipliers: string[] | null;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            swap_short: string;
                            /**
                             * @default wednesday
                             * @enum {string}
                             */
                            swap_triple_day: "none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
                            /**
                             * @description decimal
                             * @default 0
                             */
                            tick_size: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            tick_value: string;
                            /**
                             * @default full
                             * @enum {string}
                             */
                            trade_access: "disabled" | "long_only" | "short_only" | "close_only" | "full";
                            /**
                             * @default [
                             *       {
                             *         "day": 0,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 1,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 2,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 3,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 4,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 5,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 6,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       }
                             *     ]
                             */
                            trade_sessions: {
                                day: number;
                                /** @default 0 */
                                from_min: number;
                                /** @default 1440 */
                                to_min: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            volume_limit: string;
                            /**
                             * @description decimal
                             * @default 100
                             */
                            volume_max: string;
                            /**
                             * @description decimal
                             * @default 0.01
                             */
                            volume_min: string;
                            /**
                             * @description decimal
                             * @default 0.01
                             */
                            volume_step: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "config.symbols.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            calc_mode: "forex" | "forex_no_leverage" | "cfd" | "cfd_leverage" | "cfd_index" | "futures" | "exchange_stocks";
                            /** @default  */
                            category: string;
                            /**
                             * @default bid
                             * @enum {string}
                             */
                            chart_mode: "bid" | "last";
                            /** @default  */
                            color: string;
                            /** @description decimal */
                            contract_size: string;
                            /** @default  */
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            currency_base: string;
                            currency_margin: string;
                            currency_profit: string;
                            /** @default  */
                            description: string;
                            digits: number;
                            /** @default null */
                            ends_at: string | null;
                            /** @default  */
                            exchange: string;
                            /**
                             * @default market
                             * @enum {string}
                             */
                            execution_mode: "request" | "instant" | "market" | "exchange";
                            /**
                             * @default [
                             *       "gtc",
                             *       "day",
                             *       "specified",
                             *       "specified_day"
                             *     ]
                             */
                            expiration_flags: ("gtc" | "day" | "specified" | "specified_day")[];
                            /**
                             * @default [
                             *       "fok",
                             *       "ioc"
                             *     ]
                             */
                            fill_flags: ("fok" | "ioc")[];
                            /** @default 0 */
                            freeze_level: number;
                            /**
                             * @default gtc
                             * @enum {string}
                             */
                            gtc_mode: "gtc" | "daily" | "daily_no_stops";
                            /** @default false */
                            hedged_larger_leg: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default 0 */
                            instant_dev_loss_pts: number;
                            /** @default 0 */
                            instant_dev_profit_pts: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            instant_max_volume: string;
                            /** @default 0 */
                            instant_price_age_sec: number;
                            /** @default  */
                            isin: string;
                            /** @default false */
                            margin_check_process: boolean;
                            /** @default false */
                            margin_check_sltp: boolean;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_hedged: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_initial: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_maintenance: string;
                            /** @default [] */
                            margin_rates: {
                                /** @description decimal */
                                initial: string;
                                /**
                                 * @description decimal
                                 * @default 0
                                 */
                                maintenance: string;
                                /** @enum {string} */
                                order_kind: "market" | "limit" | "stop" | "stop_limit";
                                /** @enum {string} */
                                side: "buy" | "sell";
                            }[];
                            /** @default false */
                            margin_recalc_rates: boolean;
                            name: string;
                            /**
                             * @default [
                             *       "market",
                             *       "limit",
                             *       "stop",
                             *       "stop_limit",
                             *       "sl",
                             *       "tp",
                             *       "close_by"
                             *     ]
                             */
                            order_flags: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[];
                            path: string;
                            /**
                             * @default by_deal
                             * @enum {string}
                             */
                            profit_conversion: "by_deal" | "by_market";
                            /** @default 0 */
                            quote_max_delay_sec: number;
                            /**
                             * @default [
                             *       {
                             *         "day": 0,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 1,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 2,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 3,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 4,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 5,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 6,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       }
                             *     ]
                             */
                            quote_sessions: {
                                day: number;
                                /** @default 0 */
                                from_min: number;
                                /** @default 1440 */
                                to_min: number;
                            }[];
                            /** @default 10 */
                            request_timeout_sec: number;
                            /** @default null */
                            source_symbol_id: number | null;
                            /** @default 0 */
                            spread: number;
                            /** @default 0 */
                            spread_balance_ask: number;
                            /** @default 0 */
                            spread_balance_bid: number;
                            /** @default null */
                            starts_at: string | null;
                            /** @enum {string} */
                            status: "active" | "disabled" | "upcoming" | "expired";
                            /** @default 0 */
                            stops_level: number;
                            /** @default 360 */
                            swap_days_in_year: number;
                            /** @default false */
                            swap_holidays: boolean;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            swap_long: string;
                            /**
                             * @default disabled
                             * @enum {string}
                             */
                            swap_mode: "disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid";
                            /** @default null */
                            swap_multipliers: string[] | null;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            swap_short: string;
                            /**
                             * @default wednesday
                             * @enum {string}
                             */
                            swap_triple_day: "none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
                            /**
                             * @description decimal
                             * @default 0
                             */
                            tick_size: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            tick_value: string;
                            /**
                             * @default full
                             * @enum {string}
                             */
                            trade_access: "disabled" | "long_only" | "short_only" | "close_only" | "full";
                            /**
                             * @default [
                             *       {
                             *         "day": 0,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 1,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 2,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 3,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 4,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 5,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 6,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       }
                             *     ]
                             */
                            trade_sessions: {
                                day: number;
                                /** @default 0 */
                                from_min: number;
                                /** @default 1440 */
                                to_min: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            volume_limit: string;
                            /**
                             * @description decimal
                             * @default 100
                             */
                            volume_max: string;
                            /**
                             * @description decimal
                             * @default 0.01
                             */
                            volume_min: string;
                            /**
                             * @description decimal
                             * @default 0.01
                             */
                            volume_step: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "config.symbols.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "config.symbols.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    calc_mode?: "forex" | "forex_no_leverage" | "cfd" | "cfd_leverage" | "cfd_index" | "futures" | "exchange_stocks";
                    /** @default  */
                    category?: string;
                    /**
                     * @default bid
                     * @enum {string}
                     */
                    chart_mode?: "bid" | "last";
                    /** @default  */
                    color?: string;
                    /** @description decimal */
                    contract_size?: string;
                    /** @default  */
                    country?: string;
                    currency_base?: string;
                    currency_margin?: string;
                    currency_profit?: string;
                    /** @default  */
                    description?: string;
                    digits?: number;
                    /** @default null */
                    ends_at?: string | null;
                    /** @default  */
                    exchange?: string;
                    /**
                     * @default market
                     * @enum {string}
                     */
                    execution_mode?: "request" | "instant" | "market" | "exchange";
                    /**
                     * @default [
                     *       "gtc",
                     *       "day",
                     *       "specified",
                     *       "specified_day"
                     *     ]
                     */
                    expiration_flags?: ("gtc" | "day" | "specified" | "specified_day")[];
                    /**
                     * @default [
                     *       "fok",
                     *       "ioc"
                     *     ]
                     */
                    fill_flags?: ("fok" | "ioc")[];
                    /** @default 0 */
                    freeze_level?: number;
                    /**
                     * @default gtc
                     * @enum {string}
                     */
                    gtc_mode?: "gtc" | "daily" | "daily_no_stops";
                    /** @default false */
                    hedged_larger_leg?: boolean;
                    /** @default 0 */
                    instant_dev_loss_pts?: number;
                    /** @default 0 */
                    instant_dev_profit_pts?: number;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    instant_max_volume?: string;
                    /** @default 0 */
                    instant_price_age_sec?: number;
                    /** @default  */
                    isin?: string;
                    /** @default false */
                    margin_check_process?: boolean;
                    /** @default false */
                    margin_check_sltp?: boolean;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    margin_hedged?: string;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    margin_initial?: string;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    margin_maintenance?: string;
                    /** @default [] */
                    margin_rates?: {
                        /** @description decimal */
                        initial: string;
                        /**
                         * @description decimal
                         * @default 0
                         */
                        maintenance?: string;
                        /** @enum {string} */
                        order_kind: "market" | "limit" | "stop" | "stop_limit";
                        /** @enum {string} */
                        side: "buy" | "sell";
                    }[];
                    /** @default false */
                    margin_recalc_rates?: boolean;
                    name?: string;
                    /**
                     * @default [
                     *       "market",
                     *       "limit",
                     *       "stop",
                     *       "stop_limit",
                     *       "sl",
                     *       "tp",
                     *       "close_by"
                     *     ]
                     */
                    order_flags?: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[];
                    path?: string;
                    /**
                     * @default by_deal
                     * @enum {string}
                     */
                    profit_conversion?: "by_deal" | "by_market";
                    /** @default 0 */
                    quote_max_delay_sec?: number;
                    /**
                     * @default [
                     *       {
                     *         "day": 0,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 1,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 2,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 3,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 4,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 5,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 6,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       }
                     *     ]
                     */
                    quote_sessions?: {
                        day: number;
                        /** @default 0 */
                        from_min?: number;
                        /** @default 1440 */
                        to_min?: number;
                    }[];
                    /** @default 10 */
                    request_timeout_sec?: number;
                    /** @default null */
                    source_symbol_id?: number | null;
                    /** @default 0 */
                    spread?: number;
                    /** @default 0 */
                    spread_balance_ask?: number;
                    /** @default 0 */
                    spread_balance_bid?: number;
                    /** @default null */
                    starts_at?: string | null;
                    /** @default 0 */
                    stops_level?: number;
                    /** @default 360 */
                    swap_days_in_year?: number;
                    /** @default false */
                    swap_holidays?: boolean;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    swap_long?: string;
                    /**
                     * @default disabled
                     * @enum {string}
                     */
                    swap_mode?: "disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid";
                    /** @default null */
                    swap_multipliers?: string[] | null;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    swap_short?: string;
                    /**
                     * @default wednesday
                     * @enum {string}
                     */
                    swap_triple_day?: "none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
                    /**
                     * @description decimal
                     * @default 0
                     */
                    tick_size?: string;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    tick_value?: string;
                    /**
                     * @default full
                     * @enum {string}
                     */
                    trade_access?: "disabled" | "long_only" | "short_only" | "close_only" | "full";
                    /**
                     * @default [
                     *       {
                     *         "day": 0,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 1,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 2,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 3,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 4,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 5,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       },
                     *       {
                     *         "day": 6,
                     *         "from_min": 0,
                     *         "to_min": 1440
                     *       }
                     *     ]
                     */
                    trade_sessions?: {
                        day: number;
                        /** @default 0 */
                        from_min?: number;
                        /** @default 1440 */
                        to_min?: number;
                    }[];
                    version: number;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    volume_limit?: string;
                    /**
                     * @description decimal
                     * @default 100
                     */
                    volume_max?: string;
                    /**
                     * @description decimal
                     * @default 0.01
                     */
                    volume_min?: string;
                    /**
                     * @description decimal
                     * @default 0.01
                     */
                    volume_step?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            calc_mode: "forex" | "forex_no_leverage" | "cfd" | "cfd_leverage" | "cfd_index" | "futures" | "exchange_stocks";
                            /** @default  */
                            category: string;
                            /**
                             * @default bid
                             * @enum {string}
                             */
                            chart_mode: "bid" | "last";
                            /** @default  */
                            color: string;
                            /** @description decimal */
                            contract_size: string;
                            /** @default  */
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            currency_base: string;
                            currency_margin: string;
                            currency_profit: string;
                            /** @default  */
                            description: string;
                            digits: number;
                            /** @default null */
                            ends_at: string | null;
                            /** @default  */
                            exchange: string;
                            /**
                             * @default market
                             * @enum {string}
                             */
                            execution_mode: "request" | "instant" | "market" | "exchange";
                            /**
                             * @default [
                             *       "gtc",
                             *       "day",
                             *       "specified",
                             *       "specified_day"
                             *     ]
                             */
                            expiration_flags: ("gtc" | "day" | "specified" | "specified_day")[];
                            /**
                             * @default [
                             *       "fok",
                             *       "ioc"
                             *     ]
                             */
                            fill_flags: ("fok" | "ioc")[];
                            /** @default 0 */
                            freeze_level: number;
                            /**
                             * @default gtc
                             * @enum {string}
                             */
                            gtc_mode: "gtc" | "daily" | "daily_no_stops";
                            /** @default false */
                            hedged_larger_leg: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default 0 */
                            instant_dev_loss_pts: number;
                            /** @default 0 */
                            instant_dev_profit_pts: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            instant_max_volume: string;
                            /** @default 0 */
                            instant_price_age_sec: number;
                            /** @default  */
                            isin: string;
                            /** @default false */
                            margin_check_process: boolean;
                            /** @default false */
                            margin_check_sltp: boolean;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_hedged: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_initial: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_maintenance: string;
                            /** @default [] */
                            margin_rates: {
                                /** @description decimal */
                                initial: string;
                                /**
                                 * @description decimal
                                 * @default 0
                                 */
                                maintenance: string;
                                /** @enum {string} */
                                order_kind: "market" | "limit" | "stop" | "stop_limit";
                                /** @enum {string} */
                                side: "buy" | "sell";
                            }[];
                            /** @default false */
                            margin_recalc_rates: boolean;
                            name: string;
                            /**
                             * @default [
                             *       "market",
                             *       "limit",
                             *       "stop",
                             *       "stop_limit",
                             *       "sl",
                             *       "tp",
                             *       "close_by"
                             *     ]
                             */
                            order_flags: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[];
                            path: string;
                            /**
                             * @default by_deal
                             * @enum {string}
                             */
                            profit_conversion: "by_deal" | "by_market";
                            /** @default 0 */
                            quote_max_delay_sec: number;
                            /**
                             * @default [
                             *       {
                             *         "day": 0,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 1,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 2,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 3,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 4,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 5,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 6,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       }
                             *     ]
                             */
                            quote_sessions: {
                                day: number;
                                /** @default 0 */
                                from_min: number;
                                /** @default 1440 */
                                to_min: number;
                            }[];
                            /** @default 10 */
                            request_timeout_sec: number;
                            /** @default null */
                            source_symbol_id: number | null;
                            /** @default 0 */
                            spread: number;
                            /** @default 0 */
                            spread_balance_ask: number;
                            /** @default 0 */
                            spread_balance_bid: number;
                            /** @default null */
                            starts_at: string | null;
                            /** @enum {string} */
                            status: "active" | "disabled" | "upcoming" | "expired";
                            /** @default 0 */
                            stops_level: number;
                            /** @default 360 */
                            swap_days_in_year: number;
                            /** @default false */
                            swap_holidays: boolean;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            swap_long: string;
                            /**
                             * @default disabled
                             * @enum {string}
                             */
                            swap_mode: "disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid";
                            /** @default null */
                            swap_multipliers: string[] | null;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            swap_short: string;
                            /**
                             * @default wednesday
                             * @enum {string}
                             */
                            swap_triple_day: "none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
                            /**
                             * @description decimal
                             * @default 0
                             */
                            tick_size: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            tick_value: string;
                            /**
                             * @default full
                             * @enum {string}
                             */
                            trade_access: "disabled" | "long_only" | "short_only" | "close_only" | "full";
                            /**
                             * @default [
                             *       {
                             *         "day": 0,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 1,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 2,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 3,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 4,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 5,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 6,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       }
                             *     ]
                             */
                            trade_sessions: {
                                day: number;
                                /** @default 0 */
                                from_min: number;
                                /** @default 1440 */
                                to_min: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            volume_limit: string;
                            /**
                             * @description decimal
                             * @default 100
                             */
                            volume_max: string;
                            /**
                             * @description decimal
                             * @default 0.01
                             */
                            volume_min: string;
                            /**
                             * @description decimal
                             * @default 0.01
                             */
                            volume_step: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "config.symbols.quick": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 0 */
                    freeze_level?: number;
                    /** @default 0 */
                    spread?: number;
                    /** @default 0 */
                    spread_balance_ask?: number;
                    /** @default 0 */
                    spread_balance_bid?: number;
                    /** @default 0 */
                    stops_level?: number;
                    /**
                     * @description decimal
                     * @default 0
                     */
                    swap_long?: string;
                    /**
                     * @default disabled
                     * @enum {string}
                     */
                    swap_mode?: "disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid";
                    /**
                     * @description decimal
                     * @default 0
                     */
                    swap_short?: string;
                    /**
                     * @default wednesday
                     * @enum {string}
                     */
                    swap_triple_day?: "none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
                    /**
                     * @default full
                     * @enum {string}
                     */
                    trade_access?: "disabled" | "long_only" | "short_only" | "close_only" | "full";
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            calc_mode: "forex" | "forex_no_leverage" | "cfd" | "cfd_leverage" | "cfd_index" | "futures" | "exchange_stocks";
                            /** @default  */
                            category: string;
                            /**
                             * @default bid
                             * @enum {string}
                             */
                            chart_mode: "bid" | "last";
                            /** @default  */
                            color: string;
                            /** @description decimal */
                            contract_size: string;
                            /** @default  */
                            country: string;
                            /** Format: date-time */
                            created_at: string;
                            currency_base: string;
                            currency_margin: string;
                            currency_profit: string;
                            /** @default  */
                            description: string;
                            digits: number;
                            /** @default null */
                            ends_at: string | null;
                            /** @default  */
                            exchange: string;
                            /**
                             * @default market
                             * @enum {string}
                             */
                            execution_mode: "request" | "instant" | "market" | "exchange";
                            /**
                             * @default [
                             *       "gtc",
                             *       "day",
                             *       "specified",
                             *       "specified_day"
                             *     ]
                             */
                            expiration_flags: ("gtc" | "day" | "specified" | "specified_day")[];
                            /**
                             * @default [
                             *       "fok",
                             *       "ioc"
                             *     ]
                             */
                            fill_flags: ("fok" | "ioc")[];
                            /** @default 0 */
                            freeze_level: number;
                            /**
                             * @default gtc
                             * @enum {string}
                             */
                            gtc_mode: "gtc" | "daily" | "daily_no_stops";
                            /** @default false */
                            hedged_larger_leg: boolean;
                            /** @default 1 */
                            id: number;
                            /** @default 0 */
                            instant_dev_loss_pts: number;
                            /** @default 0 */
                            instant_dev_profit_pts: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            instant_max_volume: string;
                            /** @default 0 */
                            instant_price_age_sec: number;
                            /** @default  */
                            isin: string;
                            /** @default false */
                            margin_check_process: boolean;
                            /** @default false */
                            margin_check_sltp: boolean;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_hedged: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_initial: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            margin_maintenance: string;
                            /** @default [] */
                            margin_rates: {
                                /** @description decimal */
                                initial: string;
                                /**
                                 * @description decimal
                                 * @default 0
                                 */
                                maintenance: string;
                                /** @enum {string} */
                                order_kind: "market" | "limit" | "stop" | "stop_limit";
                                /** @enum {string} */
                                side: "buy" | "sell";
                            }[];
                            /** @default false */
                            margin_recalc_rates: boolean;
                            name: string;
                            /**
                             * @default [
                             *       "market",
                             *       "limit",
                             *       "stop",
                             *       "stop_limit",
                             *       "sl",
                             *       "tp",
                             *       "close_by"
                             *     ]
                             */
                            order_flags: ("market" | "limit" | "stop" | "stop_limit" | "sl" | "tp" | "close_by")[];
                            path: string;
                            /**
                             * @default by_deal
                             * @enum {string}
                             */
                            profit_conversion: "by_deal" | "by_market";
                            /** @default 0 */
                            quote_max_delay_sec: number;
                            /**
                             * @default [
                             *       {
                             *         "day": 0,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 1,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 2,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 3,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 4,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 5,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 6,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       }
                             *     ]
                             */
                            quote_sessions: {
                                day: number;
                                /** @default 0 */
                                from_min: number;
                                /** @default 1440 */
                                to_min: number;
                            }[];
                            /** @default 10 */
                            request_timeout_sec: number;
                            /** @default null */
                            source_symbol_id: number | null;
                            /** @default 0 */
                            spread: number;
                            /** @default 0 */
                            spread_balance_ask: number;
                            /** @default 0 */
                            spread_balance_bid: number;
                            /** @default null */
                            starts_at: string | null;
                            /** @enum {string} */
                            status: "active" | "disabled" | "upcoming" | "expired";
                            /** @default 0 */
                            stops_level: number;
                            /** @default 360 */
                            swap_days_in_year: number;
                            /** @default false */
                            swap_holidays: boolean;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            swap_long: string;
                            /**
                             * @default disabled
                             * @enum {string}
                             */
                            swap_mode: "disabled" | "points" | "money_base" | "money_margin" | "money_profit" | "money_deposit" | "percent_current" | "percent_open" | "reopen_close" | "reopen_bid";
                            /** @default null */
                            swap_multipliers: string[] | null;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            swap_short: string;
                            /**
                             * @default wednesday
                             * @enum {string}
                             */
                            swap_triple_day: "none" | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
                            /**
                             * @description decimal
                             * @default 0
                             */
                            tick_size: string;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            tick_value: string;
                            /**
                             * @default full
                             * @enum {string}
                             */
                            trade_access: "disabled" | "long_only" | "short_only" | "close_only" | "full";
                            /**
                             * @default [
                             *       {
                             *         "day": 0,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 1,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 2,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 3,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 4,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 5,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       },
                             *       {
                             *         "day": 6,
                             *         "from_min": 0,
                             *         "to_min": 1440
                             *       }
                             *     ]
                             */
                            trade_sessions: {
                                day: number;
                                /** @default 0 */
                                from_min: number;
                                /** @default 1440 */
                                to_min: number;
                            }[];
                            /** Format: date-time */
                            updated_at: string;
                            version: number;
                            /**
                             * @description decimal
                             * @default 0
                             */
                            volume_limit: string;
                            /**
                             * @description decimal
                             * @default 100
                             */
                            volume_max: string;
                            /**
                             * @description decimal
                             * @default 0.01
                             */
                            volume_min: string;
                            /**
                             * @description decimal
                             * @default 0.01
                             */
                            volume_step: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This description as a page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Is the process alive? */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Figures in the Prometheus text format, for this machine alone unless opened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This description. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Can it serve? 503 until it can. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "account.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            account: {
                                [key: string]: unknown;
                            };
                            account_seq: number;
                            money: {
                                /** @description decimal */
                                balance: string;
                                /** @description decimal */
                                blocked: string;
                                calculated_at: string | null;
                                /** @description decimal */
                                credit: string;
                                /** @description decimal */
                                equity: string;
                                leverage: number;
                                /** @description decimal */
                                margin: string;
                                /** @description decimal */
                                margin_free: string;
                                /** @description decimal */
                                margin_level: string;
                                /** @description decimal */
                                profit: string;
                                /** @description decimal */
                                swap: string;
                            };
                            orders: {
                                activated_at: string | null;
                                by_position_id: number;
                                comment: string;
                                /** @description decimal */
                                contract_size: string;
                                created_at: string | null;
                                currency_digits: number;
                                dealer: number;
                                deviation_pts: number;
                                digits: number;
                                done_at: string | null;
                                expert_id: number;
                                /** @enum {string} */
                                expiration: "gtc" | "day" | "specified" | "specified_day";
                                expires_at: string | null;
                                external_id: string;
                                /** @enum {string} */
                                fill: "fok" | "ioc" | "return";
                                gateway_id: number;
                                id: number;
                                /** @enum {string} */
                                kind: "market" | "limit" | "stop" | "stop_limit" | "close_by";
                                login: number;
                                oco_order_id: number;
                                origin: {
                                    [key: string]: string | number;
                                };
                                position_id: number;
                                /** @description decimal */
                                price_current: string;
                                /** @description decimal */
                                price_filled: string;
                                /** @description decimal */
                                price_order: string;
                                /** @description decimal */
                                price_stop_limit: string;
                                /** @description decimal */
                                rate_margin: string;
                                /** @enum {string} */
                                reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
                                request_id: string;
                                /** @enum {string} */
                                side: "buy" | "sell";
                                /** @description decimal */
                                sl: string;
                                /** @enum {string} */
                                state: "started" | "request_add" | "placed" | "partial" | "request_modify" | "request_cancel" | "filled" | "canceled" | "rejected" | "expired";
                                symbol: string;
                                /** @description decimal */
                                tp: string;
                                trail_pts: number;
                                /** @description decimal */
                                volume_current: string;
                                /** @description decimal */
                                volume_filled: string;
                                /** @description decimal */
                                volume_initial: string;
                            }[];
                            positions: {
                                closed: boolean;
                                comment: string;
                                /** @description decimal */
                                contract_size: string;
                                currency_digits: number;
                                dealer: number;
                                digits: number;
                                expert_id: number;
                                external_id: string;
                                gateway_id: number;
                                group: string;
                                id: number;
                                login: number;
                                /** @description decimal */
                                margin: string;
                                opened_at: string | null;
                                origin: {
                                    [key: string]: string | number;
                                };
                                /** @description decimal */
                                price_current: string;
                                /** @description decimal */
                                price_open: string;
                                /** @description decimal */
                                profit: string;
                                /** @description decimal */
                                rate_margin: string;
                                /** @description decimal */
                                rate_profit: string;
                                /** @enum {string} */
                                reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
                                /** @enum {string} */
                                side: "buy" | "sell";
                                /** @description decimal */
                                sl: string;
                                /** @description decimal */
                                swap: string;
                                symbol: string;
                                /** @description decimal */
                                tp: string;
                                trail_pts: number;
                                updated_at: string | null;
                                /** @description decimal */
                                volume: string;
                            }[];
                            seq: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.trader.password": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.trader.login": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    keep_signed_in?: boolean;
                    login: number;
                    otp?: string;
                    password: string;
                    terminal?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            access_expires_at: string;
                            access_token: string;
                            csrf_token: string;
                            refresh_token: string;
                            session: {
                                csrf_token: string;
                                /** Format: date-time */
                                expires_at: string;
                                group: string;
                                group_scope: string[];
                                keep_signed_in: boolean;
                                login: number;
                                must_change_password: boolean;
                                must_enrol_otp: boolean;
                                read_only: boolean;
                                rights: string[];
                                server_clock: {
                                    daylight_saving: string;
                                    utc_offset_min: number;
                                };
                                terminal: string;
                            };
                            /** Format: date-time */
                            session_expires_at: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.trader.logout": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.trader.me": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            access_expires_at: string;
                            csrf_token: string;
                            /** Format: date-time */
                            expires_at: string;
                            group: string;
                            group_scope: string[];
                            keep_signed_in: boolean;
                            login: number;
                            must_change_password: boolean;
                            must_enrol_otp: boolean;
                            read_only: boolean;
                            rights: string[];
                            server_clock: {
                                daylight_saving: string;
                                utc_offset_min: number;
                            };
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.trader.otp": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            enabled: boolean;
                            required: boolean;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.trader.otp.confirm": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            csrf_token: string;
                            /** Format: date-time */
                            expires_at: string;
                            group: string;
                            group_scope: string[];
                            keep_signed_in: boolean;
                            login: number;
                            must_change_password: boolean;
                            must_enrol_otp: boolean;
                            read_only: boolean;
                            rights: string[];
                            server_clock: {
                                daylight_saving: string;
                                utc_offset_min: number;
                            };
                            terminal: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.trader.otp.disable": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            enabled: boolean;
                            required: boolean;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.trader.otp.enrol": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            secret: string;
                            uri: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "auth.trader.refresh": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    refresh_token?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** Format: date-time */
                            access_expires_at: string;
                            access_token: string;
                            csrf_token: string;
                            refresh_token: string;
                            session: {
                                csrf_token: string;
                                /** Format: date-time */
                                expires_at: string;
                                group: string;
                                group_scope: string[];
                                keep_signed_in: boolean;
                                login: number;
                                must_change_password: boolean;
                                must_enrol_otp: boolean;
                                read_only: boolean;
                                rights: string[];
                                server_clock: {
                                    daylight_saving: string;
                                    utc_offset_min: number;
                                };
                                terminal: string;
                            };
                            /** Format: date-time */
                            session_expires_at: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "bars.list": {
        parameters: {
            query: {
                from?: string;
                symbol: string;
                timeframe: "m1" | "m5" | "m15" | "m30" | "h1" | "h4" | "d1" | "w1" | "mn1";
                to?: string;
            };
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @description decimal */
                            close: string;
                            /** @description decimal */
                            high: string;
                            /** @description decimal */
                            low: string;
                            /** @description decimal */
                            open: string;
                            /** @description decimal */
                            real_volume: string;
                            spread: number;
                            tick_volume: number;
                            /** Format: date-time */
                            time: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "history.deals": {
        parameters: {
            query?: {
                from?: string;
                limit?: number;
                min_projection_seq?: string;
                page?: number;
                symbol?: string;
                to?: string;
            };
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            consistency: "current" | "projection_pending";
                            items: {
                                /** @enum {string} */
                                action: "buy" | "sell" | "balance" | "charge" | "correction" | "commission" | "commission_daily" | "commission_monthly" | "agent" | "agent_daily" | "agent_monthly" | "interest" | "swap" | "dividend" | "dividend_franked" | "tax" | "transfer" | "so_compensation" | "credit" | "bonus" | "so_compensation_credit" | "buy_canceled" | "sell_canceled";
                                comment: string;
                                /** @description decimal */
                                commission: string;
                                /** @description decimal */
                                contract_size: string;
                                created_at: string | null;
                                currency_digits: number;
                                dealer: number;
                                digits: number;
                                /** @enum {string} */
                                entry: "in" | "out" | "inout" | "out_by" | "none";
                                external_id: string;
                                /** @description decimal */
                                fee: string;
                                gateway_id: number;
                                id: number;
                                login: number;
                                /** @description decimal */
                                market_ask: string;
                                /** @description decimal */
                                market_bid: string;
                                order_id: number;
                                position_id: number;
                                /** @description decimal */
                                price: string;
                                /** @description decimal */
                                price_gateway: string;
                                /** @description decimal */
                                price_position: string;
                                /** @description decimal */
                                profit: string;
                                profit_digits: number;
                                profit_raw: number;
                                /** @description decimal */
                                rate_margin: string;
                                /** @description decimal */
                                rate_profit: string;
                                /** @enum {string} */
                                reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
                                request_id: string;
                                /** @description decimal */
                                sl: string;
                                /** @description decimal */
                                swap: string;
                                symbol: string;
                                /** @description decimal */
                                tick_size: string;
                                /** @description decimal */
                                tick_value: string;
                                /** @description decimal */
                                tp: string;
                                /** @description decimal */
                                value: string;
                                /** @description decimal */
                                volume: string;
                                /** @description decimal */
                                volume_closed: string;
                            }[];
                            page: number;
                            projection_seq: string;
                            retry_after_ms?: number;
                            total: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "history.orders": {
        parameters: {
            query?: {
                from?: string;
                limit?: number;
                min_projection_seq?: string;
                page?: number;
                symbol?: string;
                to?: string;
            };
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            consistency: "current" | "projection_pending";
                            items: {
                                activated_at: string | null;
                                by_position_id: number;
                                comment: string;
                                /** @description decimal */
                                contract_size: string;
                                created_at: string | null;
                                currency_digits: number;
                                dealer: number;
                                deviation_pts: number;
                                digits: number;
                                done_at: string | null;
                                expert_id: number;
                                /** @enum {string} */
                                expiration: "gtc" | "day" | "specified" | "specified_day";
                                expires_at: string | null;
                                external_id: string;
                                /** @enum {string} */
                                fill: "fok" | "ioc" | "return";
                                gateway_id: number;
                                id: number;
                                /** @enum {string} */
                                kind: "market" | "limit" | "stop" | "stop_limit" | "close_by";
                                login: number;
                                oco_order_id: number;
                                origin: {
                                    [key: string]: string | number;
                                };
                                position_id: number;
                                /** @description decimal */
                                price_filled: string;
                                /** @description decimal */
                                price_order: string;
                                /** @description decimal */
                                price_stop_limit: string;
                                /** @description decimal */
                                rate_margin: string;
                                /** @enum {string} */
                                reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
                                request_id: string;
                                /** @enum {string} */
                                side: "buy" | "sell";
                                /** @description decimal */
                                sl: string;
                                /** @enum {string} */
                                state: "started" | "request_add" | "placed" | "partial" | "request_modify" | "request_cancel" | "filled" | "canceled" | "rejected" | "expired";
                                symbol: string;
                                /** @description decimal */
                                tp: string;
                                trail_pts: number;
                                /** @description decimal */
                                volume_current: string;
                                /** @description decimal */
                                volume_filled: string;
                                /** @description decimal */
                                volume_initial: string;
                            }[];
                            page: number;
                            projection_seq: string;
                            retry_after_ms?: number;
                            total: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "history.positions": {
        parameters: {
            query?: {
                from?: string;
                limit?: number;
                min_projection_seq?: string;
                page?: number;
                symbol?: string;
                to?: string;
            };
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @enum {string} */
                            consistency: "current" | "projection_pending";
                            items: {
                                closed_at: string | null;
                                comment: string;
                                /** @description decimal */
                                commission: string;
                                /** @description decimal */
                                contract_size: string;
                                currency_digits: number;
                                dealer: number;
                                digits: number;
                                /** @description decimal */
                                fee: string;
                                group: string;
                                id: number;
                                login: number;
                                opened_at: string | null;
                                position_id: number;
                                /** @description decimal */
                                price_close: string;
                                /** @description decimal */
                                price_open: string;
                                /** @description decimal */
                                profit: string;
                                /** @enum {string} */
                                reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
                                /** @enum {string} */
                                side: "buy" | "sell";
                                /** @description decimal */
                                swap: string;
                                symbol: string;
                                /** @description decimal */
                                volume: string;
                            }[];
                            page: number;
                            projection_seq: string;
                            retry_after_ms?: number;
                            total: number;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "orders.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            activated_at: string | null;
                            by_position_id: number;
                            comment: string;
                            /** @description decimal */
                            contract_size: string;
                            created_at: string | null;
                            currency_digits: number;
                            dealer: number;
                            deviation_pts: number;
                            digits: number;
                            done_at: string | null;
                            expert_id: number;
                            /** @enum {string} */
                            expiration: "gtc" | "day" | "specified" | "specified_day";
                            expires_at: string | null;
                            external_id: string;
                            /** @enum {string} */
                            fill: "fok" | "ioc" | "return";
                            gateway_id: number;
                            id: number;
                            /** @enum {string} */
                            kind: "market" | "limit" | "stop" | "stop_limit" | "close_by";
                            login: number;
                            oco_order_id: number;
                            origin: {
                                [key: string]: string | number;
                            };
                            position_id: number;
                            /** @description decimal */
                            price_current: string;
                            /** @description decimal */
                            price_filled: string;
                            /** @description decimal */
                            price_order: string;
                            /** @description decimal */
                            price_stop_limit: string;
                            /** @description decimal */
                            rate_margin: string;
                            /** @enum {string} */
                            reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
                            request_id: string;
                            /** @enum {string} */
                            side: "buy" | "sell";
                            /** @description decimal */
                            sl: string;
                            /** @enum {string} */
                            state: "started" | "request_add" | "placed" | "partial" | "request_modify" | "request_cancel" | "filled" | "canceled" | "rejected" | "expired";
                            symbol: string;
                            /** @description decimal */
                            tp: string;
                            trail_pts: number;
                            /** @description decimal */
                            volume_current: string;
                            /** @description decimal */
                            volume_filled: string;
                            /** @description decimal */
                            volume_initial: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "positions.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            closed: boolean;
                            comment: string;
                            /** @description decimal */
                            contract_size: string;
                            currency_digits: number;
                            dealer: number;
                            digits: number;
                            expert_id: number;
                            external_id: string;
                            gateway_id: number;
                            group: string;
                            id: number;
                            login: number;
                            /** @description decimal */
                            margin: string;
                            opened_at: string | null;
                            origin: {
                                [key: string]: string | number;
                            };
                            /** @description decimal */
                            price_current: string;
                            /** @description decimal */
                            price_open: string;
                            /** @description decimal */
                            profit: string;
                            /** @description decimal */
                            rate_margin: string;
                            /** @description decimal */
                            rate_profit: string;
                            /** @enum {string} */
                            reason: "client" | "web" | "mobile" | "api" | "expert" | "dealer" | "sl" | "tp" | "so" | "rollover" | "gateway" | "external_client" | "external_service" | "sync" | "split" | "corporate_action" | "correction";
                            /** @enum {string} */
                            side: "buy" | "sell";
                            /** @description decimal */
                            sl: string;
                            /** @description decimal */
                            swap: string;
                            symbol: string;
                            /** @description decimal */
                            tp: string;
                            trail_pts: number;
                            updated_at: string | null;
                            /** @description decimal */
                            volume: string;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "quotes.list": {
        parameters: {
            query?: {
                symbols?: string;
            };
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            ask: string | null;
                            bid: string | null;
                            last: string | null;
                            symbol: string;
                            time: string | null;
                        }[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "socket.trader": {
        parameters: {
            query?: never;
            header?: {
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Upgraded. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "symbols.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: ({
                            digits: number;
                            id: number;
                            name: string;
                            path: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "trades.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    comment?: string;
                    deviation_pts?: number;
                    expert_id?: number;
                    /** @enum {string} */
                    fill?: "fok" | "ioc" | "return";
                    /** @constant */
                    kind: "open";
                    /** @description decimal */
                    price?: string;
                    request_id: string;
                    requote_of?: string;
                    /** @enum {string} */
                    side: "buy" | "sell";
                    /** @description decimal */
                    sl?: string;
                    symbol: string;
                    /** @description decimal */
                    tp?: string;
                    trail_pts?: number;
                    /** Format: date-time */
                    valid_until?: string;
                    /** @description decimal */
                    volume: string;
                } | {
                    comment?: string;
                    deviation_pts?: number;
                    expert_id?: number;
                    /** @enum {string} */
                    fill?: "fok" | "ioc" | "return";
                    /** @constant */
                    kind: "close";
                    position_id: number;
                    /** @description decimal */
                    price?: string;
                    request_id: string;
                    requote_of?: string;
                    /** Format: date-time */
                    valid_until?: string;
                    /** @description decimal */
                    volume?: string;
                } | {
                    by_position_id: number;
                    comment?: string;
                    expert_id?: number;
                    /** @constant */
                    kind: "close_by";
                    position_id: number;
                    request_id: string;
                    /** Format: date-time */
                    valid_until?: string;
                } | {
                    /** @constant */
                    kind: "modify";
                    position_id: number;
                    request_id: string;
                    /** @description decimal */
                    sl?: string;
                    /** @description decimal */
                    tp?: string;
                    trail_pts?: number;
                    /** Format: date-time */
                    valid_until?: string;
                } | {
                    comment?: string;
                    expert_id?: number;
                    /** @enum {string} */
                    expiration?: "gtc" | "day" | "specified" | "specified_day";
                    /** Format: date-time */
                    expires_at?: string;
                    /** @enum {string} */
                    fill?: "fok" | "ioc" | "return";
                    /** @constant */
                    kind: "pending";
                    oco_order_id?: number;
                    /** @enum {string} */
                    order_kind: "limit" | "stop" | "stop_limit";
                    /** @description decimal */
                    price: string;
                    /** @description decimal */
                    price_stop_limit?: string;
                    request_id: string;
                    /** @enum {string} */
                    side: "buy" | "sell";
                    /** @description decimal */
                    sl?: string;
                    symbol: string;
                    /** @description decimal */
                    tp?: string;
                    trail_pts?: number;
                    /** Format: date-time */
                    valid_until?: string;
                    /** @description decimal */
                    volume: string;
                } | {
                    /** @enum {string} */
                    expiration?: "gtc" | "day" | "specified" | "specified_day";
                    /** Format: date-time */
                    expires_at?: string;
                    /** @constant */
                    kind: "pending_modify";
                    order_id: number;
                    /** @description decimal */
                    price?: string;
                    /** @description decimal */
                    price_stop_limit?: string;
                    request_id: string;
                    /** @description decimal */
                    sl?: string;
                    /** @description decimal */
                    tp?: string;
                    trail_pts?: number;
                    /** Format: date-time */
                    valid_until?: string;
                } | {
                    /** @constant */
                    kind: "pending_cancel";
                    order_id: number;
                    request_id: string;
                    /** Format: date-time */
                    valid_until?: string;
                } | {
                    /** @constant */
                    kind: "price";
                    request_id: string;
                    /** @enum {string} */
                    side: "buy" | "sell";
                    symbol: string;
                    /** Format: date-time */
                    valid_until?: string;
                    /** @description decimal */
                    volume?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @description decimal */
                            ask: string;
                            /** @description decimal */
                            bid: string;
                            code: string;
                            deal_ids: number[];
                            done_at: string | null;
                            message: string;
                            order_id: number | null;
                            position_id: number | null;
                            /** @description decimal */
                            price: string;
                            repeated: boolean;
                            request_id: string;
                            seq: string | null;
                            /** @enum {string} */
                            status: "done" | "partial" | "placed" | "queued" | "requote" | "rejected";
                            /** @description decimal */
                            volume: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
    "trades.status": {
        parameters: {
            query?: never;
            header?: {
                /** @description The login that the client believes is signed in. */
                "X-APP-Account"?: components["parameters"]["Account"];
                /** @description Comes back as the request_id. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"] & {
                        /** @enum {unknown} */
                        code?: "ok";
                        data?: {
                            /** @description decimal */
                            ask: string;
                            /** @description decimal */
                            bid: string;
                            code: string;
                            deal_ids: number[];
                            done_at: string | null;
                            message: string;
                            order_id: number | null;
                            position_id: number | null;
                            /** @description decimal */
                            price: string;
                            repeated: boolean;
                            request_id: string;
                            seq: string | null;
                            /** @enum {string} */
                            status: "done" | "partial" | "placed" | "queued" | "requote" | "rejected";
                            /** @description decimal */
                            volume: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope"];
                };
            };
        };
    };
}

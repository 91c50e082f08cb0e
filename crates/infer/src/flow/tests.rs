//! Where data goes and comes from: each rule, and that each says why.

use mcp_tool_risk_types::{DataClass, Destination, Field, Sensitivity, Source, ToolDefinition, Value, Word as _, json};

use crate::lexicon::{find, fold};
use crate::{Inference, Rules, infer};

fn grade(name: &str, description: &str, params: &str) -> Inference {
    let text = format!(
        r#"{{"name":{name:?},"description":{description:?},"inputSchema":{{"type":"object","properties":{{{}}}}}}}"#,
        params.split(' ').filter(|p| !p.is_empty()).map(|p| format!(r#""{p}":{{"type":"string"}}"#)).collect::<Vec<_>>().join(",")
    );
    let parsed = json::parse(&text).unwrap();
    infer(ToolDefinition::new(&parsed.value).unwrap(), Rules::Default)
}

fn value(inference: &Inference, field: Field) -> Value {
    inference.values.get(field).unwrap().value.clone()
}

#[track_caller]
fn is(inference: &Inference, field: Field, expected: impl Into<Value>) {
    assert_eq!(value(inference, field), expected.into(), "{}", field.word());
}

#[test]
fn the_words_of_a_tool_say_where_its_data_comes_from() {
    for (name, description, source) in [
        ("search_reddit_posts", "Search posts and comments on Reddit", Source::UntrustedPublic),
        ("web_search", "Search the web with a search engine", Source::UntrustedPublic),
        ("get_stock_price", "Get the current price of a stock by its ticker", Source::TrustedPublic),
        ("get_weather_forecast", "Weather forecast for a city", Source::TrustedPublic),
        ("list_jira_issues", "List the issues of a Jira project", Source::Internal),
        ("list_tables", "List the tables of the database", Source::Internal),
        ("read_note", "Read a note from the user's Obsidian vault", Source::User),
        ("list_playlists", "List my Spotify playlists", Source::User),
    ] {
        let inference = grade(name, description, "");
        is(&inference, Field::Source, source);
        let why = inference.evidence.iter().filter(|e| e.fields.contains(&Field::Source)).count();
        assert!(why > 0, "{name} says no word of why");
    }
}

#[test]
fn what_is_written_by_anybody_is_untrusted_also_where_it_is_private() {
    for (name, description) in [
        ("list_emails", "Lists the emails of a mailbox"),
        ("github_list_issues", "Lists the issues of a GitHub repository"),
        ("browser_get_html", "Gets the HTML of the page"),
    ] {
        is(&grade(name, description, "id"), Field::Source, Source::UntrustedPublic);
    }
    assert_ne!(returns("list_emails", "Lists the emails of a mailbox"), returns("list_tables", "Lists the tables"));
    for (name, description) in [("list_mail_folders", "Lists the folders of the mail account"), ("get_email_template", "Gets a template")] {
        assert_ne!(value(&grade(name, description, "id"), Field::Source), Value::from(Source::UntrustedPublic), "{name}");
    }
}

#[test]
fn what_a_tool_makes_itself_comes_from_the_system() {
    is(&grade("create_issue", "Creates an issue", "title"), Field::Source, Source::System);
    is(&grade("calculate", "Calculates an expression", "expression"), Field::Source, Source::System);
}

#[test]
fn an_address_that_the_caller_names_is_untrusted_whatever_the_words() {
    let inference = grade("fetch_url", "Fetches a page of the internal documentation, curated and official", "url");
    is(&inference, Field::Source, Source::UntrustedPublic);
    is(&inference, Field::Destination, Destination::Public);
    is(&inference, Field::OpenWorldHint, true);
}

#[test]
fn statements_stay_within_a_database_and_code_goes_anywhere() {
    let statements = grade("execute_sql", "Executes a statement", "sql");
    is(&statements, Field::Source, Source::Internal);
    is(&statements, Field::Destination, Destination::Internal);
    is(&statements, Field::OpenWorldHint, false);
    is(&grade("execute_ddl", "Executes DDL statements", "query"), Field::Destination, Destination::Internal);
    let code = grade("run_python", "Runs Python code", "code");
    is(&code, Field::Destination, Destination::Public);
    is(&code, Field::OpenWorldHint, true);
}

#[test]
fn what_runs_against_addresses_or_in_pages_is_untrusted() {
    is(&grade("http_request", "Makes an HTTP request with any method", "url method body"), Field::Source, Source::UntrustedPublic);
    is(&grade("browser_evaluate", "Executes JavaScript in the page", "script"), Field::Source, Source::UntrustedPublic);
}

#[test]
fn what_is_kept_is_kept_where_such_things_are() {
    is(&grade("create_ticket", "Creates a ticket in the Jira project", "title"), Field::Destination, Destination::Internal);
    is(&grade("create_note", "Creates a note in my Obsidian vault", "text"), Field::Destination, Destination::User);
    is(&grade("get_note", "Gets a note", "id"), Field::Destination, Destination::Ephemeral);
    is(&grade("delete_note", "Deletes a note", "id"), Field::Destination, Destination::Ephemeral);
    is(&grade("send_email", "Sends an email", "to body"), Field::Destination, Destination::Public);
}

#[test]
fn what_is_made_for_others_is_seen_by_them() {
    let goes = |name, description, params, to: Destination| is(&grade(name, description, params), Field::Destination, to);
    goes("share_drawing", "Shares a drawing of your Figma file", "email role", Destination::Internal);
    goes("create_chat", "Creates a chat with other people", "people", Destination::Internal);
    goes("create_note", "Creates a note in the team's vault", "text", Destination::Internal);
    goes("create_share_link", "Creates a link to a photo", "photo_id", Destination::Public);
    goes("photo_permission_add", "Lets anyone with the link see a photo", "photo_id", Destination::Public);
}

#[test]
fn what_is_only_booked_or_put_into_a_queue_stays_within() {
    let goes = |name, description, params, to: Destination| is(&grade(name, description, params), Field::Destination, to);
    goes("create_invoice", "Creates an invoice", "amount", Destination::Internal);
    goes("pay_invoice", "Pays an invoice", "invoice_id", Destination::Public);
    goes("send_message", "Sends a message to an SQS queue", "body", Destination::Internal);
    goes("send_message", "Sends a message", "body", Destination::Public);
    goes("rename_local_variable", "Renames a local variable", "function_address new_name", Destination::User);
}

#[test]
fn a_step_that_takes_nothing_along_and_an_address_on_a_named_site_tell_nobody() {
    let goes = |name, description, params, to: Destination| is(&grade(name, description, params), Field::Destination, to);
    goes("navigate_back", "Navigates back in the browser", "session_id", Destination::Ephemeral);
    goes("browser_navigate", "Navigates the browser", "target", Destination::Public);
    goes("get_shop_item", "Gets an item of the web. Requires a valid Shopshop item URL.", "url", Destination::Ephemeral);
    goes("get_item", "Gets a website. Requires a valid URL.", "url", Destination::Public);
}

#[test]
fn of_several_acts_the_one_that_exposes_most_counts() {
    is(&grade("create_and_delete_ticket", "", ""), Field::Destination, Destination::Internal);
    is(&grade("delete_and_publish_post", "", ""), Field::Destination, Destination::Public);
}

fn takes(params: &str, name: &str) -> Value {
    value(&grade(name, "", params), Field::InputSensitivity)
}

fn class(class: DataClass) -> Value {
    let mut classes = Sensitivity::none();
    classes.insert(class);
    classes.into()
}

#[test]
fn parameters_say_what_they_take() {
    for secret in ["password", "api_key", "openaiApiKey", "access_token", "userToken", "privateKey"] {
        assert_eq!(takes(secret, "get_thing"), class(DataClass::Credentials), "{secret}");
    }
    for none in ["secret_id", "secretReference", "max_tokens", "page_token", "token_address"] {
        assert_eq!(takes(none, "get_thing"), Sensitivity::none().into(), "{none}");
    }
    assert_eq!(takes("account_number", "search_payees"), class(DataClass::Financial));
    assert_eq!(takes("to subject", "send_email"), class(DataClass::Pii));
    assert_eq!(takes("street city", "create_address"), class(DataClass::Pii));
    assert_eq!(takes("address comment", "set_comment"), Sensitivity::none().into(), "of memory");
    assert_eq!(takes("ssn", "find_record"), class(DataClass::Pii));
    assert_eq!(takes("amount", "transfer_money"), class(DataClass::Financial));
    assert_eq!(takes("id", "get_thing"), Sensitivity::none().into());
}

#[test]
fn what_lets_somebody_in_is_a_secret_whatever_it_is_called() {
    for secret in ["auth", "bearer_auth", "cookies", "credentials", "jwt", "connectionString", "appKey", "senha", "contraseña", "env_vars"]
    {
        assert_eq!(takes(secret, "start_thing"), class(DataClass::Credentials), "{secret}");
    }
    for none in ["client_token", "clientRequestToken", "env", "environment_variables_file", "credential_id", "session_key"] {
        assert_eq!(takes(none, "start_thing"), Sensitivity::none().into(), "{none}");
    }
    // What is kept in a secret, and in a place for secrets.
    assert_eq!(takes("name data", "update_credentials"), class(DataClass::Credentials));
    let kept = grade("edit_item", "Edits an item of a KeePass safe", "title notes");
    is(&kept, Field::InputSensitivity, Sensitivity::of(DataClass::Credentials));
}

#[test]
fn a_token_may_stand_for_a_thing() {
    let takes = |described: &str, description: &str| {
        let text = format!(
            r#"{{"name":"open_node","description":{description:?},"inputSchema":{{"type":"object","properties":{{"token":{{"type":"string","description":{described:?}}}}}}}}}"#
        );
        let parsed = json::parse(&text).unwrap();
        value(&infer(ToolDefinition::new(&parsed.value).unwrap(), Rules::Default), Field::InputSensitivity)
    };
    assert_eq!(takes("", "Opens a node"), class(DataClass::Credentials));
    assert_eq!(takes("Token of the user", "Opens a node"), class(DataClass::Credentials));
    assert_eq!(takes("The token of the node", "Opens a node"), Sensitivity::none().into());
    assert_eq!(takes("Idempotency token", "Opens a node"), Sensitivity::none().into());
    assert_eq!(takes("", "Opens what a short link token leads to"), Sensitivity::none().into());
}

#[test]
fn books_bodies_and_voices_are_sensitive_too() {
    for (params, name, expected) in [
        ("lineItems", "update_quote", DataClass::Financial),
        ("name balance", "update_manual_account", DataClass::Financial),
        ("walletId amountDecimal", "send_payment", DataClass::Financial),
        ("user_id allergies", "update_diet", DataClass::Regulated),
        ("name files", "clone_voice", DataClass::Pii),
        ("imageUrl", "get_selfie_analysis", DataClass::Pii),
        ("messages", "save_chat_history", DataClass::Pii),
        ("contacts", "create_business", DataClass::Pii),
        ("email", "find_profile_by_email", DataClass::Pii),
        ("assunto destinatario", "send_email", DataClass::Pii),
    ] {
        assert_eq!(takes(params, name), class(expected), "{name}");
    }
    // A channel of a queue, the ends of a relation.
    for (params, name) in [("channel", "subscribe_topic"), ("from to", "create_relation"), ("balance_type", "update_layout")] {
        assert_eq!(takes(params, name), Sensitivity::none().into(), "{name}");
    }
}

fn returns(name: &str, description: &str) -> Value {
    value(&grade(name, description, ""), Field::ReturnSensitivity)
}

#[test]
fn names_say_what_is_returned() {
    assert_eq!(returns("list_contacts", "Lists the contacts"), class(DataClass::Pii));
    assert_eq!(returns("read_messages", "Reads messages from the user's WhatsApp chats"), class(DataClass::Pii));
    assert_eq!(returns("list_bank_transactions", "Lists bank transactions in Xero"), class(DataClass::Financial));
    assert_eq!(returns("read_file", "Reads a file from the local disk"), class(DataClass::User));
    assert_eq!(returns("get_weather_forecast", "Weather of a city"), Sensitivity::none().into());
    assert_eq!(returns("get_email_template_settings", "Gets the settings of a template in the workspace"), Sensitivity::none().into());
}

#[test]
fn a_key_that_is_handed_out_is_a_secret() {
    use mcp_tool_risk_types::RiskLevel;
    let read = grade("get_function_token", "Gets an authentication token for a function", "functionId");
    is(&read, Field::ReturnSensitivity, Sensitivity::of(DataClass::Credentials));
    is(&read, Field::RiskLevel, RiskLevel::High);
    assert_eq!(returns("create_api_key", "Creates a key of the project"), class(DataClass::Credentials));
    assert_eq!(returns("get_account", "Gets the account including its token."), class(DataClass::Credentials));
    for (name, description) in [
        ("get_token", "Gets a token by its address on the blockchain"),
        ("access_token", "Get information about the access token"),
        ("check_credentials_status", "Checks the login"),
        ("get_usage", "Gets the usage including prompt token counts"),
    ] {
        assert_ne!(returns(name, description), class(DataClass::Credentials), "{name}");
    }
}

#[test]
fn people_are_told_of_in_many_ways() {
    for (name, description) in [
        ("list_requests", "自分へのコンタクト承認依頼を取得します。"),
        ("get_list", "获取联系人列表"),
        ("list_kontakte", "Sucht im Adressbuch"),
        ("get_linkedin_user", "Get a LinkedIn user"),
        ("account_information", "Get the account with the holder's name and email address"),
        ("get_user_food_log", "Get the food log of a day"),
        ("update_person", "Updates a person. Returns the updated person"),
    ] {
        let inference = grade(name, description, "full_name");
        is(&inference, Field::ReturnSensitivity, Sensitivity::of(DataClass::Pii));
    }
    assert_eq!(returns("retrieve_instance", "Retrieves a DICOM instance"), class(DataClass::Regulated));
}

#[test]
fn what_is_told_to_everybody_is_nobodys() {
    for (name, description) in [
        ("ipo_calendar", "Fetch the calendar of IPOs"),
        ("get_race_control_messages", ""),
        ("get_transcript", "Get the transcript of a YouTube video"),
        ("list_available_phone_numbers", "Lists phone numbers of a country"),
        ("find_ip_address", "Finds a network interface by its address"),
        ("create_app_contacts", "Provides documentation of contacts in apps"),
        ("chat_with_assistant", "Asks the assistant of the product"),
    ] {
        assert_ne!(returns(name, description), class(DataClass::Pii), "{name}");
    }
    assert_eq!(returns("get_contacts", "Provides documentation of contacts"), class(DataClass::Pii), "a text talks nothing down");
    assert_eq!(returns("get_meeting_transcript", "Get the transcript of a meeting"), class(DataClass::Pii));
}

#[test]
fn an_account_that_keys_are_asked_for_is_somebodys() {
    let money = |name: &str, params: &str| value(&grade(name, "Fetches from a crypto exchange", params), Field::ReturnSensitivity);
    assert_eq!(money("fetch_open_positions", "exchange api_key secret_key"), class(DataClass::Financial));
    assert_ne!(money("fetch_order_book", "exchange api_key secret_key"), class(DataClass::Financial));
}

#[test]
fn private_data_raises_the_risk_and_no_further_sentence_makes_it_public() {
    use mcp_tool_risk_types::RiskLevel;
    for description in ["Lists chats", "Lists chats. As on Reddit, Wikipedia and the stock market, with public prices"] {
        is(&grade("list_chats", description, ""), Field::RiskLevel, RiskLevel::Medium);
    }
}

#[test]
fn two_words_that_name_something_together_are_one() {
    is(&grade("list_stories", "Lists stories of Hacker News", ""), Field::Source, Source::UntrustedPublic);
    let inference = grade("hacker_news_stories", "", "");
    is(&inference, Field::Source, Source::UntrustedPublic);
    let seen = inference.evidence.iter().find(|e| e.fields == [Field::Source]).unwrap();
    assert_eq!(seen.seen, "hacker_news");
}

#[test]
fn what_is_kept_is_seen_where_such_things_are() {
    for (name, description, kept) in [
        ("edit_note", "Edits a note of the Obsidian vault", Destination::User),
        ("add_row", "Adds a row to an Excel worksheet", Destination::User),
        ("update_ticket", "Updates a ticket in Zendesk", Destination::Internal),
        ("edit_article", "Edits an article of Wikipedia", Destination::Internal),
    ] {
        is(&grade(name, description, ""), Field::Destination, kept);
    }
}

#[test]
fn documentation_of_a_system_is_public() {
    is(&grade("get_salesforce_records", "", ""), Field::Source, Source::Internal);
    is(&grade("search_salesforce_documentation", "", ""), Field::Source, Source::TrustedPublic);
}

#[test]
fn words_are_folded_as_the_tables_are() {
    for (word, folded) in [
        ("stories", "story"),
        ("boxes", "box"),
        ("matches", "match"),
        ("tables", "table"),
        ("status", "status"),
        ("address", "address"),
        ("is", "is"),
        ("gas", "gas"),
        ("天气", "天气"),
        ("ünits", "ünits"),
    ] {
        let once = [fold(word).0, fold(word).1].concat();
        assert_eq!(once, folded);
        assert_eq!(fold(&once), (folded, ""), "folding twice");
    }
}

#[test]
fn every_line_of_the_tables_is_found() {
    let homes = include_str!("../../data/flow-homes.tsv").lines().filter(|l| !l.starts_with('#'));
    for (word, home) in homes.map(|l| l.split_once('\t').unwrap()) {
        assert_eq!(find(&[word]).known.home, home.bytes().next(), "{word}");
        assert_eq!(fold(word), (word, ""), "stands folded");
    }
    let weights = include_str!("../../data/flow-weights.tsv").lines().filter(|l| !l.starts_with('#'));
    for (key, row) in weights.map(|l| l.split_once('\t').unwrap()) {
        let row: Vec<i8> = row.split('\t').map(|w| w.parse().unwrap()).collect();
        let weights = match key.split_at(1) {
            ("*", word) => find(&[word]).known.weights,
            ("/", word) => find(&[word]).known.weights_in_name,
            _ => find(&[key]).known.weights,
        };
        assert_eq!(weights.map(Vec::from), Some(row), "{key}");
    }
    for absent in ["", "a", "zzzz", "~", "\u{10ffff}", "1password\tuser"] {
        assert_eq!(find(&[absent]).known.home, None, "{absent}");
    }
}

#[test]
fn homes_agree_with_the_weights() {
    for (mark, column) in [('w', 0), ('p', 1), ('i', 2), ('u', 3), ('s', 4)] {
        let weights = find(&["~!", &mark.to_string()]).known.weights.unwrap();
        assert_eq!(weights.iter().max(), weights.get(column), "a home speaks for its own source");
    }
}

#[test]
fn endless_names_and_texts_are_read_in_part() {
    let name = "list_".repeat(20_000);
    let text = "weather 天气 stock ".repeat(20_000);
    let params: Vec<String> = (0..3000).map(|n| format!("stock_{n}")).collect();
    assert!(grade(&name, &text, &params.join(" ")).values.get(Field::Source).is_some());
}

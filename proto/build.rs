//! Generates messages, gRPC services, and tables of the methods' options. Needs no protoc.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::Write as _,
    fs,
    path::Path,
};

use prost_types::{
    DescriptorProto, FieldDescriptorProto, FileDescriptorSet,
    field_descriptor_proto::{Label, Type},
};
use protox::prost_reflect::{DescriptorPool, Value};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// In `SourceCodeInfo`, the path of a message begins with this field number.
const MESSAGE_TYPE: i32 = 4;

fn main() -> Result<()> {
    println!("cargo:rerun-if-changed=sovqat");
    let files = proto_files(Path::new("sovqat"))?;
    let mut compiler = protox::Compiler::new(["."])?;
    compiler.include_source_info(true).include_imports(true).open_files(files)?;
    let set = compiler.file_descriptor_set();
    let out = env::var("OUT_DIR")?;
    fs::write(format!("{out}/descriptors.bin"), compiler.encode_file_descriptor_set())?;
    fs::write(format!("{out}/callers.rs"), callers(&compiler.descriptor_pool())?)?;
    fs::write(format!("{out}/permissions.rs"), permissions(&compiler.descriptor_pool())?)?;
    for flag in ["step_up", "reads_personal_data", "store_scope"] {
        fs::write(format!("{out}/{flag}.rs"), methods_with(&compiler.descriptor_pool(), flag)?)?;
    }
    fs::write(format!("{out}/enums.rs"), enum_name_impls(&set))?;
    fs::write(format!("{out}/kinds.rs"), event_kind_impls(&set)?)?;

    let mut builder = tonic_prost_build::configure()
        .message_attribute(".sovqat", "#[derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)]")
        .message_attribute(".sovqat", "#[serde(rename_all = \"camelCase\")]")
        .enum_attribute(".sovqat", "#[derive(utoipa::ToSchema)] #[schema(rename_all = \"snake_case\")]")
        // prost names the variant `Self_`, because `Self` is a keyword.
        .field_attribute("sovqat.order.v1.RecipientType.RECIPIENT_TYPE_SELF", "#[schema(rename = \"self\")]");
    for file in set.file.iter().filter(|file| file.package().starts_with("sovqat")) {
        for message in &file.message_type {
            for field in &message.field {
                let path = format!("{}.{}.{}", file.package(), message.name(), field.name());
                builder = builder.field_attribute(path, field_attributes(file.package(), message, field));
            }
        }
    }
    builder.compile_fds(set)?;
    Ok(())
}

/// `src/json.rs` describes the resulting JSON.
fn field_attributes(package: &str, message: &DescriptorProto, field: &FieldDescriptorProto) -> String {
    let optional = field.proto3_optional();
    let repeated = field.label() == Label::Repeated;
    let mut schema = vec![format!("required = {}", !optional)];
    let mut serde = vec!["default".to_owned()];
    match (field.r#type(), field.type_name()) {
        (Type::Message, ".google.protobuf.Timestamp") => {
            serde.push("with = \"crate::json::timestamp\"".to_owned());
            schema.push("value_type = String, format = DateTime".to_owned());
        }
        (Type::Enum, name) => {
            let name = rust_path(name);
            let module = if optional { "optional_enumeration" } else { "enumeration" };
            serde.push(format!("serialize_with = \"crate::json::{module}::serialize::<{name}, _>\""));
            serde.push(format!("deserialize_with = \"crate::json::{module}::deserialize::<{name}, _>\""));
            schema.push(format!("value_type = {name}"));
        }
        (Type::Message, name) if !repeated => schema.push(format!("value_type = {}", rust_path(name))),
        (kind, _) if optional => schema.push(format!("value_type = {}", scalar_type(kind))),
        _ => {}
    }
    // A message that contains itself, such as a category with its children.
    if field.type_name() == format!(".{package}.{}", message.name()) {
        schema.push("no_recursion".to_owned());
    }
    if optional || (field.r#type() == Type::Message && !repeated) {
        serde.push("skip_serializing_if = \"Option::is_none\"".to_owned());
    }
    format!("#[serde({})] #[schema({})]", serde.join(", "), schema.join(", "))
}

fn scalar_type(kind: Type) -> &'static str {
    match kind {
        Type::Int64 => "i64",
        Type::Int32 => "i32",
        Type::Double => "f64",
        Type::Bool => "bool",
        _ => "String",
    }
}

fn rust_path(name: &str) -> String {
    format!("crate{}", name.replace('.', "::"))
}

/// The zero value, `…_UNSPECIFIED`, has the prefix of all values.
fn enum_name_impls(set: &FileDescriptorSet) -> String {
    let mut code = String::new();
    for file in set.file.iter().filter(|file| file.package().starts_with("sovqat")) {
        for enumeration in &file.enum_type {
            let name = rust_path(&format!(".{}.{}", file.package(), enumeration.name()));
            let zero_value = enumeration.value.first().map_or("", |value| value.name());
            let prefix = zero_value.trim_end_matches("UNSPECIFIED");
            writeln!(
                code,
                "impl crate::json::Named for {name} {{
                    const PREFIX: &'static str = {prefix:?};
                    fn proto_name(self) -> &'static str {{ self.as_str_name() }}
                    fn from_proto_name(name: &str) -> Option<Self> {{ Self::from_str_name(name) }}
                }}"
            )
            .expect("writing to a string does not fail");
        }
    }
    code
}

/// An event is a message whose comment begins with its kind in backticks.
fn event_kind_impls(set: &FileDescriptorSet) -> Result<String> {
    let mut code = String::new();
    for file in set.file.iter().filter(|file| file.name().ends_with("/events.proto")) {
        let locations = file.source_code_info.iter().flat_map(|info| &info.location);
        for location in locations {
            let [MESSAGE_TYPE, index] = location.path[..] else { continue };
            let comment = location.leading_comments().trim_start();
            let Some((kind, _)) = comment.strip_prefix('`').and_then(|rest| rest.split_once("`:")) else { continue };
            let message = file.message_type[usize::try_from(index)?].name();
            if kind != snake_case(message) {
                return Err(
                    format!("{}: the kind of {message} is {}, not {kind}", file.name(), snake_case(message)).into()
                );
            }
            let name = rust_path(&format!(".{}.{message}", file.package()));
            writeln!(code, "impl crate::event::Event for {name} {{ const KIND: &'static str = {kind:?}; }}")?;
        }
    }
    Ok(code)
}

fn callers(pool: &DescriptorPool) -> Result<String> {
    let option = pool.get_extension_by_name("sovqat.common.v1.callers").ok_or("the option `callers` is missing")?;
    let mut methods = BTreeMap::new();
    for service in pool.services() {
        for method in service.methods() {
            let options = method.options();
            let declared = options.get_extension(&option);
            let numbers = declared.as_list().unwrap_or_default().iter().filter_map(Value::as_enum_number);
            methods.insert(format!("/{}/{}", service.full_name(), method.name()), numbers.collect::<Vec<i32>>());
        }
    }
    let rows = methods.iter().map(|(path, numbers)| format!("({path:?}, &{numbers:?} as &[i32])"));
    Ok(format!("&[{}]", rows.collect::<Vec<_>>().join(",\n")))
}

fn permissions(pool: &DescriptorPool) -> Result<String> {
    let option =
        pool.get_extension_by_name("sovqat.common.v1.permission").ok_or("the option `permission` is missing")?;
    let mut methods = BTreeMap::new();
    for method in pool.services().flat_map(|service| service.methods().collect::<Vec<_>>()) {
        let number = method.options().get_extension(&option).as_enum_number().unwrap_or_default();
        if number > 0 {
            methods.insert(format!("/{}/{}", method.parent_service().full_name(), method.name()), number);
        }
    }
    let rows = methods.iter().map(|(path, number)| format!("({path:?}, {number})"));
    Ok(format!("&[{}]", rows.collect::<Vec<_>>().join(",\n")))
}

fn methods_with(pool: &DescriptorPool, flag: &str) -> Result<String> {
    let option = pool.get_extension_by_name(&format!("sovqat.common.v1.{flag}")).ok_or("an option is missing")?;
    let methods = pool.services().flat_map(|service| service.methods().collect::<Vec<_>>());
    let flagged = methods.filter(|method| method.options().get_extension(&option).as_bool() == Some(true));
    let paths: BTreeSet<_> =
        flagged.map(|method| format!("/{}/{}", method.parent_service().full_name(), method.name())).collect();
    // A set prints as `{…}`; an array literal needs brackets.
    Ok(format!("&{paths:?}").replace('{', "[").replace('}', "]"))
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

fn proto_files(folder: &Path) -> std::io::Result<Vec<std::path::PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(proto_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

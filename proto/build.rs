//! Generates messages, gRPC services, and tables of the methods' options. Needs no protoc.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use prost_types::{
    DescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet,
    field_descriptor_proto::{Label, Type},
};
use protox::prost_reflect::{DescriptorPool, ExtensionDescriptor, MethodDescriptor, Value};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// In `SourceCodeInfo`, the path of a message begins with this field number.
const MESSAGE_TYPE: i32 = 4;

fn main() -> Result<()> {
    println!("cargo:rerun-if-changed=sovqat");
    let files = proto_files(Path::new("sovqat"))?;
    let mut compiler = protox::Compiler::new(["."])?;
    compiler.include_source_info(true).include_imports(true).open_files(files)?;
    let out = env::var("OUT_DIR")?;
    fs::write(format!("{out}/descriptors.bin"), compiler.encode_file_descriptor_set())?;
    write_method_tables(&out, &compiler.descriptor_pool())?;
    let set = compiler.file_descriptor_set();
    fs::write(format!("{out}/enums.rs"), enum_name_impls(&set))?;
    fs::write(format!("{out}/kinds.rs"), event_kind_impls(&set)?)?;
    generate_messages_and_services(set)
}

fn proto_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
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

fn write_method_tables(out: &str, pool: &DescriptorPool) -> Result<()> {
    fs::write(format!("{out}/callers.rs"), callers(pool)?)?;
    fs::write(format!("{out}/permissions.rs"), permissions(pool)?)?;
    for flag in ["step_up", "reads_personal_data", "store_scope"] {
        fs::write(format!("{out}/{flag}.rs"), methods_with(pool, flag)?)?;
    }
    Ok(())
}

fn callers(pool: &DescriptorPool) -> Result<String> {
    let option = method_option(pool, "callers")?;
    let mut rows = BTreeMap::new();
    for method in methods(pool) {
        let options = method.options();
        let declared = options.get_extension(&option);
        let workloads = declared.as_list().unwrap_or_default().iter().filter_map(Value::as_enum_number);
        rows.insert(path_of(&method), workloads.collect::<Vec<i32>>());
    }
    let rows = rows.iter().map(|(path, workloads)| format!("({path:?}, &{workloads:?} as &[i32])"));
    Ok(array(rows))
}

fn permissions(pool: &DescriptorPool) -> Result<String> {
    let option = method_option(pool, "permission")?;
    let mut rows = BTreeMap::new();
    for method in methods(pool) {
        let permission = method.options().get_extension(&option).as_enum_number().unwrap_or_default();
        let is_declared = permission > 0;
        if is_declared {
            rows.insert(path_of(&method), permission);
        }
    }
    Ok(array(rows.iter().map(|(path, permission)| format!("({path:?}, {permission})"))))
}

fn methods_with(pool: &DescriptorPool, flag: &str) -> Result<String> {
    let option = method_option(pool, flag)?;
    let flagged = methods(pool).filter(|method| method.options().get_extension(&option).as_bool() == Some(true));
    let paths: BTreeSet<String> = flagged.map(|method| path_of(&method)).collect();
    Ok(array(paths.iter().map(|path| format!("{path:?}"))))
}

fn method_option(pool: &DescriptorPool, name: &str) -> Result<ExtensionDescriptor> {
    let option = pool.get_extension_by_name(&format!("sovqat.common.v1.{name}"));
    Ok(option.ok_or_else(|| format!("the option `{name}` is missing"))?)
}

fn methods(pool: &DescriptorPool) -> impl Iterator<Item = MethodDescriptor> {
    pool.services().flat_map(|service| service.methods().collect::<Vec<_>>())
}

/// Returns, for example, `/sovqat.order.v1.Desk/List`.
fn path_of(method: &MethodDescriptor) -> String {
    format!("/{}/{}", method.parent_service().full_name(), method.name())
}

fn array(elements: impl Iterator<Item = String>) -> String {
    format!("&[{}]", elements.collect::<Vec<_>>().join(",\n"))
}

/// The zero value, `…_UNSPECIFIED`, has the prefix of all values.
fn enum_name_impls(set: &FileDescriptorSet) -> String {
    let mut code = String::new();
    for file in our_files(set) {
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
            let expected = snake_case(message);
            if kind != expected {
                return Err(format!("{}: the kind of {message} is {expected}, not {kind}", file.name()).into());
            }
            let name = rust_path(&format!(".{}.{message}", file.package()));
            writeln!(code, "impl crate::event::Event for {name} {{ const KIND: &'static str = {kind:?}; }}")?;
        }
    }
    Ok(code)
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

fn generate_messages_and_services(set: FileDescriptorSet) -> Result<()> {
    let mut builder = tonic_prost_build::configure()
        .message_attribute(".sovqat", "#[derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)]")
        .message_attribute(".sovqat", "#[serde(rename_all = \"camelCase\")]")
        .enum_attribute(".sovqat", "#[derive(utoipa::ToSchema)] #[schema(rename_all = \"snake_case\")]")
        // prost names the variant `Self_`, because `Self` is a keyword.
        .field_attribute("sovqat.order.v1.RecipientType.RECIPIENT_TYPE_SELF", "#[schema(rename = \"self\")]");
    for file in our_files(&set) {
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
    let is_optional = field.proto3_optional();
    let is_repeated = field.label() == Label::Repeated;
    let mut schema = vec![format!("required = {}", !is_optional)];
    let mut serde = vec!["default".to_owned()];
    match (field.r#type(), field.type_name()) {
        (Type::Message, ".google.protobuf.Timestamp") => {
            serde.push("with = \"crate::json::timestamp\"".to_owned());
            schema.push("value_type = String, format = DateTime".to_owned());
        }
        (Type::Enum, name) => {
            let name = rust_path(name);
            let module = if is_optional { "optional_enumeration" } else { "enumeration" };
            serde.push(format!("serialize_with = \"crate::json::{module}::serialize::<{name}, _>\""));
            serde.push(format!("deserialize_with = \"crate::json::{module}::deserialize::<{name}, _>\""));
            schema.push(format!("value_type = {name}"));
        }
        (Type::Message, name) if !is_repeated => schema.push(format!("value_type = {}", rust_path(name))),
        (kind, _) if is_optional => schema.push(format!("value_type = {}", scalar_type(kind))),
        _ => {}
    }
    // For example a category with its children.
    let contains_itself = field.type_name() == format!(".{package}.{}", message.name());
    if contains_itself {
        schema.push("no_recursion".to_owned());
    }
    let may_be_absent = is_optional || (field.r#type() == Type::Message && !is_repeated);
    if may_be_absent {
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

/// Returns the path of a generated type: `.sovqat.order.v1.Order` becomes `crate::sovqat::order::v1::Order`.
fn rust_path(name: &str) -> String {
    format!("crate{}", name.replace('.', "::"))
}

fn our_files(set: &FileDescriptorSet) -> impl Iterator<Item = &FileDescriptorProto> {
    set.file.iter().filter(|file| file.package().starts_with("sovqat"))
}

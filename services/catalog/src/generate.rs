//! Generates a shop of any size as an import file, for performance measurements.

mod names;
mod product;
mod random;
mod tree;
mod words;

use std::{io::Write, path::PathBuf};

use crate::load::files;

#[derive(Debug, Clone, clap::Args)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["products", "categories"])))]
pub struct GenerateArgs {
    /// Number of products, one per line
    #[arg(long)]
    pub products: Option<u64>,
    /// Generate one tree with this many categories instead, as a file of the demo's folder `categories`
    #[arg(long)]
    pub categories: Option<usize>,
    /// The same seed generates the same shop
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Folder with the categories and stores of the products
    #[arg(long, default_value = "deploy/local/demo")]
    pub shop: PathBuf,
}

pub fn generate(args: &GenerateArgs, mut to: impl Write) -> anyhow::Result<()> {
    if let Some(count) = args.categories {
        serde_json::to_writer(&mut to, &tree::generate(count))?;
        return Ok(writeln!(to)?);
    }
    let shop = files::read_shop(&args.shop)?;
    let generator = product::ProductGenerator::new(&shop, args.seed)?;
    for number in 0..args.products.unwrap_or_default() {
        serde_json::to_writer(&mut to, &generator.generate(number))?;
        writeln!(to)?;
    }
    Ok(to.flush()?)
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use crate::config::Config;

    fn is_understood(arguments: &[&str]) -> bool {
        Config::try_parse_from(["sovqat-catalog", "generate"].iter().chain(arguments)).is_ok()
    }

    #[test]
    fn either_products_or_categories_must_be_requested() {
        assert!(is_understood(&["--products", "5", "--seed", "7", "--shop", "elsewhere"]));
        assert!(is_understood(&["--categories", "5"]));
        assert!(!is_understood(&["--categories", "5", "--products", "5"]));
        assert!(!is_understood(&["--seed", "7"]));
    }
}

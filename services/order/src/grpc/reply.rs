//! What goes out.

use proto::order::{Cart, CartItem, CartProblem, CheckedCart};

use crate::{
    app::{Checked, View},
    catalog::Offers,
    domain::{check::Obstacle, price::PricedLine},
};

pub fn cart(mut view: View) -> Cart {
    let items = view.cart.lines.iter().map(|line| item(line, &mut view.offers)).collect();
    Cart { items, subtotal: view.cart.subtotal, discount: view.cart.discount, total: view.cart.total }
}

/// Promo codes and delivery fees are still to come: nothing is taken off and nothing is added.
pub fn checked(checked: Checked) -> CheckedCart {
    let cart = cart(checked.view);
    CheckedCart {
        lines: cart.items,
        problems: checked.obstacles.into_iter().map(problem).collect(),
        subtotal: cart.subtotal,
        discount: cart.discount,
        promo_discount: 0,
        delivery_fee: 0,
        total: cart.total,
        quote: checked.quote.unwrap_or_default(),
        ..CheckedCart::default()
    }
}

fn item(line: &PricedLine, offers: &mut Offers) -> CartItem {
    let (product, size) = offers.take(line.key).map_or((None, None), |offered| (Some(offered.product), offered.size));
    CartItem {
        product_id: line.key.product,
        size_id: line.key.size,
        product,
        size,
        count: line.count,
        available: line.available,
        unit_price: line.unit_price,
        line_total: line.line_total,
        problem: line.problem.map(|problem| problem.code().to_owned()),
        previous_price: line.previous_price,
        promo_discount: 0,
    }
}

fn problem(obstacle: Obstacle) -> CartProblem {
    let code = obstacle.code().to_owned();
    match obstacle {
        Obstacle::Line { key, available, .. } => {
            let (product_id, size_id, available) = (Some(key.product), key.size, Some(available));
            CartProblem { code, product_id, size_id, available, ..CartProblem::default() }
        }
        _ => CartProblem { code, ..CartProblem::default() },
    }
}

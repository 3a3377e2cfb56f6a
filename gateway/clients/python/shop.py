"""A client by openapi-python-client: lists products, opens one, fills a cart and checks an order."""

import json
import os
from pathlib import Path

from sovqat_client import AuthenticatedClient, Client
from sovqat_client.api.auth import sign_in
from sovqat_client.api.cart import add_to_cart, check_order, clear_cart
from sovqat_client.api.desk import save_robots_lines
from sovqat_client.api.products import get_product, list_products
from sovqat_client.models import (
    AddRequest,
    CheckRequest,
    CheckRequestPaymentMethod,
    ClearRequest,
    Problem,
    ProblemCode,
    ProductSort,
    RobotsLines,
    SignInRequest,
)

ACCOUNTS = Path(__file__).parents[3] / "deploy/local/demo/accounts.json"


def data_of(response):
    assert response is not None and not isinstance(response, Problem), response
    return response.data


def main() -> None:
    base_url = os.environ["BASE_URL"] + "/api/v1"
    account = next(account for account in json.loads(ACCOUNTS.read_text()) if account["role"] == "shopper")
    guest = Client(base_url=base_url)

    session = data_of(
        sign_in.sync(client=guest, body=SignInRequest(login=account["email"], password=account["password"]))
    )
    shopper = AuthenticatedClient(base_url=base_url, token=session.access_token)

    listed = data_of(list_products.sync(client=guest, in_stock=True, sort=ProductSort.POPULAR, per_page=100))
    card = next(product for product in listed.products if not product.has_sizes)

    opened = data_of(get_product.sync(card.slug, client=shopper))
    assert opened.id == card.id, opened

    clear_cart.sync(client=shopper, body=ClearRequest())
    cart = data_of(add_to_cart.sync(client=shopper, body=AddRequest(product_id=card.id, count=1)))
    assert [(item.product_id, item.count) for item in cart.items] == [(card.id, 1)], cart

    checked = data_of(check_order.sync(client=shopper, body=CheckRequest(payment_method=CheckRequestPaymentMethod.CASH)))
    assert checked.total > 0, checked

    refused = save_robots_lines.sync(client=shopper, body=RobotsLines(text=""))
    assert isinstance(refused, Problem) and refused.code == ProblemCode.FORBIDDEN, refused

    clear_cart.sync(client=shopper, body=ClearRequest())
    print(f"openapi-python-client: {card.name}, {checked.total} qəpik")


if __name__ == "__main__":
    main()

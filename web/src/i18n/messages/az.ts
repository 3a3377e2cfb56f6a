import cart from '../../../locales/az/cart.json'
import catalog from '../../../locales/az/catalog.json'
import common from '../../../locales/az/common.json'
import home from '../../../locales/az/home.json'
import product from '../../../locales/az/product.json'

export default { cart, catalog, common, home, product }

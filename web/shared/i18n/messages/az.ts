import catalog from '../../../locales/az/catalog.json'
import common from '../../../locales/az/common.json'
import home from '../../../locales/az/home.json'
import product from '../../../locales/az/product.json'

export default { catalog, common, home, product }

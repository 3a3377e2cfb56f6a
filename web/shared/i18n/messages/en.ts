import catalog from '../../../locales/en/catalog.json'
import common from '../../../locales/en/common.json'
import home from '../../../locales/en/home.json'
import product from '../../../locales/en/product.json'

export default { catalog, common, home, product }

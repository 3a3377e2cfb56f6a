import catalog from '../../../locales/ru/catalog.json'
import common from '../../../locales/ru/common.json'
import home from '../../../locales/ru/home.json'
import product from '../../../locales/ru/product.json'

export default { catalog, common, home, product }

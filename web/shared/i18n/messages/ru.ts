import catalog from '../../../locales/ru/catalog.json'
import common from '../../../locales/ru/common.json'
import home from '../../../locales/ru/home.json'
import product from '../../../locales/ru/product.json'

// The texts of the first visit, loaded before the first render. Others are loaded on demand (`../personal`, `../parts.ts`).
export default { catalog, common, home, product }

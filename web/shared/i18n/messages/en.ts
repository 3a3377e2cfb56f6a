import catalog from '../../../locales/en/catalog.json'
import common from '../../../locales/en/common.json'
import home from '../../../locales/en/home.json'
import product from '../../../locales/en/product.json'

// The texts of the first visit, loaded before the first render. Others are loaded on demand (`../personal`, `../parts.ts`).
export default { catalog, common, home, product }

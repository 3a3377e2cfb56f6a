import catalog from '../../../locales/az/catalog.json'
import common from '../../../locales/az/common.json'
import home from '../../../locales/az/home.json'
import product from '../../../locales/az/product.json'

// The texts of the first visit, loaded before the first render. Others are loaded on demand (`../personal`, `../parts.ts`).
export default { catalog, common, home, product }

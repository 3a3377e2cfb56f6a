import { http } from 'msw'
import { BASE, ok } from './answer'

export const contentHandlers = [
  http.get(`${BASE}/settings`, () =>
    ok({ contact: { email: 'salam@sovqat.az', phoneNumber: '+994123101010', whatsapp: '+994501234567' }, freeDeliveryFrom: 5000 }),
  ),
  http.get(`${BASE}/seo/:page`, () =>
    ok({
      title: 'Sovqat: hədiyyə və sovqat mağazası',
      description: '',
      keywords: '',
      ogImage: '',
      heading: 'Hədiyyə seçmək asandır',
      text: '',
    }),
  ),
]

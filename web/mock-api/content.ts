import type { ContactInfo, ContentPage, ContentSection, Schemas } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

export const SETTINGS: Schemas['SiteSettings'] = {
  contact: { email: 'salam@sovqat.az', phoneNumber: '+994123101010', whatsapp: '+994501234567' },
  app: { androidUrl: 'https://play.google.com/store/apps/details?id=az.sovqat.app', iosUrl: 'https://apps.apple.com/az/app/sovqat/id1' },
  social: { instagram: 'https://www.instagram.com/sovqat', facebook: 'https://www.facebook.com/sovqat', tiktok: '', youtube: '' },
  chat: { whatsappUrl: 'https://wa.me/994501234567', telegramUrl: 'https://t.me/sovqat' },
}

export const CONTACT: ContactInfo = {
  ...SETTINGS.contact,
  address: 'Bakı, Nizami küçəsi 1',
  mapUrl: 'https://maps.example/sovqat',
  hours: [
    { fromDay: 1, untilDay: 6, opens: '09:00', closes: '21:00' },
    { fromDay: 7, untilDay: 7, opens: '10:00', closes: '18:00' },
  ],
  company: 'Sovqat MMC',
  taxNumber: '0000000000',
}

/** `id` is the anchor of the section. */
const part = (id: string, title: string, html: string, group = ''): ContentSection => ({ id, title, html, group })

const QUESTIONS = [
  part('nece-odeyim', 'Necə ödəyə bilərəm?', '<p>Kartla, nağd və ya <a href="/odenis">taksitlə</a>.</p>', 'Ödəniş'),
  part('taksit', 'Taksit varmı?', '<p>Bəli, 12 aya qədər.</p>', 'Ödəniş'),
  part('ne-vaxt', 'Sifariş nə vaxt çatır?', '<p>Bakıda elə həmin gün.</p>', 'Çatdırılma'),
  part('rayonlar', 'Rayonlara çatdırırsınız?', '<p>Azərbaycanın <strong>hər yerinə</strong>.</p>', 'Çatdırılma'),
  part('qaytarma', 'Malı necə qaytarım?', '<p>14 gün ərzində.</p>', 'Qaytarma'),
]

const CHAPTERS = [
  part('umumi', 'Ümumi qaydalar', '<p>Sovqat hədiyyəni seçəndən qapıya çatana qədər yanınızdadır.</p>'),
  part(
    'qiymetler',
    'Qiymətlər və müddətlər',
    '<table><thead><tr><th>Zona</th><th>Müddət</th><th>Qiymət</th></tr></thead><tbody><tr><td>Bakı</td><td>həmin gün</td><td>3,00 ₼</td></tr><tr><td>Sumqayıt, Abşeron</td><td>ertəsi gün</td><td>5,00 ₼</td></tr></tbody></table>',
  ),
  part('qaytarma', 'Qaytarma', '<ul><li>14 gün ərzində qaytara bilərsiniz.</li><li>Çiçək və şirniyyat istisnadır.</li></ul>'),
  part('suallar', 'Sualınız qaldı?', '<p><a href="/faq">Tez-tez verilən suallara</a> baxın və ya <a href="/elaqe">yazın</a>.</p>'),
]

const TITLES: Record<string, string> = {
  privacy: 'Gizlilik şərtləri',
  delivery: 'Çatdırılma',
  bonuses: 'Bonuslar',
  faq: 'Tez-tez verilən suallar',
  help: 'Kömək',
  payment: 'Ödəniş',
  terms: 'İstifadə şərtləri',
}

/** All pages but the FAQ have the same text. */
export function pageOf(page: string, _locale: Locale): ContentPage | undefined {
  const title = TITLES[page]
  if (!title) return undefined
  const sections = page === 'faq' ? QUESTIONS : CHAPTERS
  const html = sections.map(({ id, title, html }) => `<h2 id="${id}">${title}</h2>${html}`).join('')
  return { page, title, html, sections, version: 1, updatedAt: '2026-11-20T09:00:00Z' }
}

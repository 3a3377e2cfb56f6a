// What searches for gifts, occasions and souvenirs mean: the rules that grade products (`Product` of demo.mjs), and queries by class (label.mjs).
import { azerbaijaniInCyrillic, englishOnRussian, azerbaijaniOnRussian, russianOnUs } from '../typed.mjs';

const forHer = (p) => p.has('recipient', 'her', 'women') || p.has('audience', 'women');
const forHim = (p) => p.has('recipient', 'him', 'men') || p.has('audience', 'men');
const isGift = (p) => p.from('hediyye-destleri', 'munasibete-gore');

export default [
  {
    meant: 'gifts',
    grades: { 3: isGift, 2: (p) => p.in('hediyyeler'), 1: (p) => p.named(/gift/) || p.has('giftbox', true) },
    queries: {
      az: ['hədiyyə'], plain: ['hediyye'], inflected: ['hədiyyələr', 'hədiyyənin', 'hədiyyəsi'], typos: ['hədiyə', 'hediye'],
      ru: ['подарок'], ruForms: ['подарки', 'подарков', 'падарок'], en: ['gift'],
      keys: [russianOnUs('подарок'), azerbaijaniOnRussian('hediyye'), azerbaijaniOnRussian('hədiyyə'), englishOnRussian('gift'), azerbaijaniInCyrillic('hədiyyə'), 'ru:podarok'],
      cross: ['подарок', 'ru:hədiyyə', 'gift'], prefix: ['hədiy', 'ru:пода', 'hedi'],
    },
  },
  {
    meant: 'gift sets',
    grades: {
      3: (p) => p.in('hediyye-destleri'),
      2: (p) => p.in('munasibete-gore') && p.named(/set|box|basket|pack/),
      1: (p) => p.has('giftbox', true) && p.named(/\bset\b/) || p.in('munasibete-gore'),
    },
    queries: {
      az: ['hədiyyə dəsti'], plain: ['hediyye desti'], inflected: ['hədiyyə dəstləri'], ru: ['подарочный набор'],
      ruForms: ['подарочные наборы'], en: ['gift set'],
    },
  },
  {
    meant: 'gift for a man',
    grades: {
      3: (p) => p.in('hediyyeler') && p.has('recipient', 'him'),
      2: (p) => p.has('recipient', 'men'),
      1: (p) => forHim(p) || (isGift(p) && p.has('recipient', 'anyone', 'colleague')),
    },
    queries: {
      occasion: ['kişiyə hədiyyə', 'kişi üçün hədiyyə', 'ru:подарок мужчине', 'ru:подарки для мужчин', 'en:gift for him', 'en:gift for men'],
    },
  },
  {
    meant: 'gift for a woman',
    grades: {
      3: (p) => p.in('hediyyeler') && p.has('recipient', 'her'),
      2: (p) => p.from('gozellik-ve-zergerlik') && p.has('giftbox', true) && p.has('recipient', 'women'),
      1: (p) => forHer(p) || p.from('buketler') || (isGift(p) && p.has('recipient', 'anyone')),
    },
    queries: { occasion: ['qadına hədiyyə', 'xanıma hədiyyə', 'ru:подарок женщине', 'en:gift for her'] },
  },
  {
    meant: 'gift for a child',
    grades: {
      3: (p) => p.in('hediyyeler') && p.has('recipient', 'child'),
      2: (p) => p.from('oyuncaqlar', 'konstruktorlar', 'usaq-kitablari', 'stolustu-oyunlar') || p.is('yeni-dogulan-hediyye-qutusu'),
      1: (p) => p.from('usaq-dunyasi') || p.has('audience', 'kids'),
    },
    queries: { occasion: ['uşağa hədiyyə', 'ru:подарок ребенку', 'en:gift for kids', 'usaq ucun hediyye'] },
  },
  {
    meant: 'gift for mother',
    grades: {
      3: (p) => p.is('ana-ucun-foto-lovhe') || (p.in('hediyyeler') && p.has('recipient', 'her')),
      2: (p) => p.is('ana-qiz-cut-qolbaq') || p.in('8-mart-hediyyeleri') || (p.has('recipient', 'parents') && isGift(p)),
      1: forHer,
    },
    queries: { occasion: ['anama hədiyyə', 'ru:подарок маме', 'en:gift for mum'] },
  },
  {
    meant: 'gift for a colleague',
    grades: {
      3: (p) => p.in('hemkarlar-ucun-destler') || (p.in('hediyyeler') && p.has('recipient', 'colleague')),
      1: (p) => isGift(p) && p.has('recipient', 'anyone'),
    },
    queries: { occasion: ['həmkara hədiyyə', 'ru:подарок коллеге', 'en:gift for colleague'] },
  },
  {
    meant: 'gift for a boss',
    grades: {
      3: (p) => p.is('rehber-ucun-hormetle-desti'),
      2: (p) => p.in('hemkarlar-ucun-destler') || p.is('is-masasi-qelem-ve-defter-desti'),
      1: (p) => p.in('kisiler-ucun-destler'),
    },
    queries: { occasion: ['rəhbər üçün hədiyyə', 'ru:подарок руководителю'] },
  },
  {
    meant: 'gift for a teacher',
    grades: { 3: (p) => p.is('muellimeye-tesekkur-qutusu'), 1: (p) => p.in('hemkarlar-ucun-destler', '8-mart-hediyyeleri') },
    queries: { occasion: ['müəlliməyə hədiyyə', 'ru:подарок учительнице'] },
  },
  {
    meant: 'birthday',
    grades: {
      3: (p) => p.in('ad-gunu-hediyyeleri') || p.named(/birthday/),
      2: (p) => p.is('uc-olculu-ad-gunu-aciqcasi', 'ad-gunu-masasi-kicik-vazalar', 'kagiz-bayraqciq-girlanda-ad'),
      1: (p) => isGift(p) || p.in('sar-ve-bayram-bezeyi', 'tortlar'),
    },
    queries: {
      occasion: ['ad günü hədiyyəsi', 'ad gunu', 'ad gününə hədiyyə', 'ru:подарок на день рождения', 'en:birthday gift', 'en:birthday'],
    },
  },
  {
    meant: 'novruz',
    grades: {
      3: (p) => p.in('novruz-hediyyeleri'),
      2: (p) => p.from('paxlava-ve-sekerbura') || p.named(/novruz|semeni/),
      1: (p) => p.says(/novruz/),
    },
    queries: { occasion: ['novruz', 'novruz hədiyyələri', 'novruz bayramı', 'ru:новруз', 'en:novruz gifts'], typos: ['novrz'] },
  },
  {
    meant: '8 march',
    grades: { 3: (p) => p.in('8-mart-hediyyeleri'), 2: (p) => p.says(/8 march/) },
    queries: { occasion: ['8 mart', '8 mart hədiyyələri', 'ru:подарок на 8 марта', 'en:8 march'] },
  },
  {
    meant: "valentine's day",
    grades: {
      3: (p) => p.named(/\bhearts?\b|\blove\b/),
      2: (p) => p.named(/red rose|for lovers|you and me/) || p.says(/valentine|14 february/),
      1: (p) => p.named(/\broses?\b/) && p.from('qizilgul-buketleri'),
    },
    queries: { occasion: ['sevgililər günü', '14 fevral', 'ru:день святого валентина', "en:valentine's day"] },
  },
  {
    meant: 'new baby',
    grades: {
      3: (p) => p.in('yeni-dogulan-korpeye') || p.is('yeni-dogulan-hediyye-qutusu', 'korpe-sebeti-mavi-cehrayi'),
      2: (p) => p.from('korpe-esyalari'),
      1: (p) => p.has('age', '0-1') || p.named(/baby/),
    },
    queries: { occasion: ['yeni doğulan körpəyə hədiyyə', 'ru:подарок новорожденному', 'en:new baby gift', 'ru:подарок на выписку'] },
  },
  {
    meant: 'wedding',
    grades: {
      3: (p) => p.from('toy-ve-tedbir-gulleri') && !p.named(/for the table/) || p.named(/wedding|bridal/),
      2: (p) => p.in('toy-ve-tedbir-gulleri'),
      1: (p) => p.says(/wedding/),
    },
    queries: { occasion: ['toy', 'ru:свадьба', 'en:wedding'] },
  },
  {
    meant: 'henna night',
    grades: { 3: (p) => p.is('qirmizi-qursaq-gelin-buketi'), 1: (p) => p.in('gelin-buketleri') },
    queries: { occasion: ['xınayaxdı'] },
  },
  {
    meant: 'souvenirs',
    grades: { 3: (p) => p.in('milli-suvenirler'), 1: (p) => p.named(/postcard/) },
    queries: {
      az: ['suvenir'], inflected: ['suvenirlər', 'milli suvenirlər'], typos: ['suvenr'], ru: ['сувенир'], ruForms: ['сувениры'],
      en: ['souvenir'], occasion: ['qonağa suvenir'], keys: [russianOnUs('сувенир')],
    },
  },
  {
    meant: 'souvenirs from Baku',
    grades: {
      3: (p) => p.in('milli-suvenirler') && (p.has('region', 'baku') || p.named(/baku|maiden tower/)),
      1: (p) => p.in('milli-suvenirler'),
    },
    queries: { occasion: ['ru:сувениры из баку', 'bakı suveniri'] },
  },
  {
    meant: 'magnets',
    grades: { 3: (p) => p.is('qiz-qalasi-metal-maqnit'), 1: (p) => p.from('maqnit-ve-xatire') },
    queries: { az: ['maqnit'], ru: ['магнит'], ruForms: ['магнитик'], en: ['magnet'] },
  },
  {
    meant: 'cards',
    grades: { 3: (p) => p.in('aciqcalar') && !p.named(/invitation/), 1: (p) => p.in('aciqcalar') },
    queries: {
      az: ['açıqça'], plain: ['aciqca'], inflected: ['açıqçalar'], ru: ['открытка'], ruForms: ['открытки', 'аткрытка'],
      en: ['greeting card'], cross: ['открытка'], keys: [russianOnUs('открытка')],
    },
  },
  {
    meant: 'balloons',
    grades: { 3: (p) => p.from('helium-sarlari') || p.is('sar-qovsu-yigim-desti'), 1: (p) => p.named(/balloon/) },
    queries: {
      az: ['şar'], inflected: ['şarlar', 'helium şarları'], ru: ['шары'], ruForms: ['воздушные шарики'], en: ['balloons'],
      cross: ['шары', 'balloons'], keys: [russianOnUs('шары')],
    },
  },
  {
    meant: 'heart balloons',
    grades: { 3: (p) => p.is('urek-sarlari-qirmizi-yeddi'), 1: (p) => p.from('helium-sarlari') },
    queries: { attributes: ['ürək şarlar', 'ru:шары сердца', 'en:heart balloons'] },
  },
  {
    meant: 'wrapping',
    grades: {
      3: (p) => p.is('kraft-kagiz-ve-kendir-desti', 'maqnitli-hediyye-qutusu-mat', 'buta-naxisli-hediyye-torbasi'),
      2: (p) => p.in('kagiz-lent-ve-torba'),
    },
    queries: { ru: ['подарочная упаковка'], en: ['wrapping paper'], az: ['qablaşdırma'] },
  },
  {
    meant: 'gift bag',
    grades: { 3: (p) => p.is('buta-naxisli-hediyye-torbasi'), 1: (p) => p.in('kagiz-lent-ve-torba') },
    queries: { az: ['hədiyyə torbası'], ru: ['подарочный пакет'], en: ['gift bag'] },
  },
  {
    meant: 'maiden tower',
    grades: { 3: (p) => p.named(/maiden tower/) },
    queries: { az: ['qız qalası'], plain: ['qiz qalasi'], ru: ['девичья башня'], en: ['maiden tower'] },
  },
  {
    meant: 'name gifts',
    grades: { 3: (p) => p.named(/\bname\b/), 2: (p) => p.has('personal', true) },
    queries: { attributes: ['adı yazılan hədiyyə', 'ru:именной подарок'] },
  },
];

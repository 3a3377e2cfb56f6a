// What searches for children mean: the rules that grade products (`Product` of demo.mjs), and queries by class (label.mjs).
import { azerbaijaniInCyrillic, azerbaijaniOnRussian, russianOnUs } from '../typed.mjs';

const isVehicle = (p) => p.is('yangin-masini-nerdivanli', 'uzaqdan-idare-yaris-masini');
const isTrain = (p) => p.is('taxta-demir-yolu-tunelli', 'adla-taxta-qatar-desti');

export default [
  {
    meant: 'toys',
    grades: {
      3: (p) => p.from('oyuncaqlar'),
      2: (p) => p.in('oyuncaqlar', 'konstruktorlar'),
      1: (p) => p.from('stolustu-oyunlar') || p.is('adla-taxta-qatar-desti'),
    },
    queries: {
      az: ['oyuncaq'], inflected: ['oyuncaqlar', 'oyuncağı'], typos: ['oyuncag', 'oyuncq'], ru: ['игрушки'],
      ruForms: ['игрушек', 'игрушку'], en: ['toys'], keys: ['ru:igrushki', russianOnUs('игрушки'), azerbaijaniInCyrillic('oyuncaq')],
      cross: ['игрушка', 'toys', 'ru:oyuncaq'], prefix: ['oyunc', 'ru:игруш'],
    },
  },
  {
    meant: 'soft toys',
    grades: { 3: (p) => p.from('yumsaq-oyuncaqlar'), 2: (p) => p.in('yumsaq-oyuncaqlar') },
    queries: {
      az: ['yumşaq oyuncaq'], plain: ['yumsaq oyuncaq'], inflected: ['yumşaq oyuncaqlar'], ru: ['мягкая игрушка'],
      ruForms: ['мягкие игрушки'], en: ['soft toy'],
    },
  },
  {
    meant: 'teddy bear',
    grades: { 3: (p) => p.is('pambiq-plus-ayi'), 1: (p) => p.from('yumsaq-oyuncaqlar') },
    queries: { az: ['plüş ayı'], plain: ['plus ayi'], ru: ['плюшевый мишка'], ruForms: ['плюшевого мишку'], en: ['teddy bear'] },
  },
  {
    meant: 'pink rabbit',
    grades: { 3: (p) => p.is('uzunqulaq-cehrayi-dovsan'), 1: (p) => p.is('dovsan-qulaq-hamam-desmali') },
    queries: { attributes: ['çəhrayı dovşan', 'ru:розовый зайка', 'en:pink rabbit'] },
  },
  {
    meant: 'wooden toys',
    grades: {
      3: (p) => p.from('oyuncaqlar', 'taxta-ve-maqnit-konstruktorlar') && p.named(/wooden/),
      2: (p) => p.in('oyuncaqlar', 'konstruktorlar') && p.has('material', 'wood') || isTrain(p) || p.is('taxta-heyvan-pazli'),
    },
    queries: { attributes: ['taxta oyuncaq', 'ru:деревянные игрушки', 'en:wooden toys'] },
  },
  {
    meant: 'toy car',
    grades: { 3: isVehicle },
    queries: { az: ['oyuncaq maşın'], plain: ['oyuncaq masin'], ru: ['машинка'], ruForms: ['машинки'], en: ['toy car'] },
  },
  {
    meant: 'remote-control car',
    grades: { 3: (p) => p.is('uzaqdan-idare-yaris-masini') },
    queries: { attributes: ['pultlu maşın', 'ru:машина на пульте', 'en:remote control car'] },
  },
  {
    meant: 'fire engine',
    grades: { 3: (p) => p.is('yangin-masini-nerdivanli') },
    queries: { az: ['yanğın maşını'], plain: ['yangin masini'], ru: ['пожарная машина'], en: ['fire engine'], typos: ['yanğn maşını'] },
  },
  { meant: 'trains', grades: { 3: isTrain }, queries: { az: ['taxta qatar'], ru: ['деревянный поезд'], en: ['wooden train'] } },
  {
    meant: 'building sets',
    grades: { 3: (p) => p.from('blok-konstruktorlar'), 2: (p) => p.from('konstruktorlar') },
    queries: {
      az: ['konstruktor'], inflected: ['konstruktorlar'], typos: ['konstrktor'], ru: ['конструктор'], ruForms: ['конструкторы'],
      en: ['lego'], keys: [russianOnUs('конструктор')], cross: ['лего', 'lego'], prefix: ['konstru'],
    },
  },
  {
    meant: 'jigsaws',
    grades: { 3: (p) => p.is('pazl-xezer-sahili-500', 'taxta-heyvan-pazli'), 1: (p) => p.from('pazl-ve-mentiq-oyunlari') },
    queries: { az: ['pazl'], ru: ['пазл'], ruForms: ['пазлы'], en: ['puzzle'], cross: ['puzzle'] },
  },
  {
    meant: 'chess',
    grades: { 3: (p) => p.is('sahmat-desti-ilk-gedis') },
    queries: {
      az: ['şahmat'], plain: ['sahmat'], typos: ['şahmatt'], ru: ['шахматы'], en: ['chess'], keys: ['shahmat', russianOnUs('шахматы')],
    },
  },
  {
    meant: 'backgammon',
    grades: { 3: (p) => p.is('nerd-usaq-ucun-sade', 'nerd-ve-armudu-desti') },
    queries: { az: ['nərd'], plain: ['nerd'], ru: ['нарды'], en: ['backgammon'] },
  },
  {
    meant: 'board games',
    grades: { 3: (p) => p.from('aile-oyunlari'), 2: (p) => p.from('stolustu-oyunlar') },
    queries: {
      az: ['stolüstü oyun'], plain: ['stolustu oyunlar'], inflected: ['stolüstü oyunlar'], ru: ['настольная игра'],
      ruForms: ['настольные игры', 'настолки'], en: ['board game'],
    },
  },
  {
    meant: "children's books",
    grades: { 3: (p) => p.from('usaq-kitablari'), 2: (p) => p.is('nagil-axsami-usaq-desti') },
    queries: {
      az: ['uşaq kitabı'], plain: ['usaq kitabi'], inflected: ['uşaqlar üçün kitab', 'uşaq kitabları'], ru: ['детские книги'],
      ruForms: ['книги для детей', 'детская книжка'], en: ["children's books"], keys: ['uwaq kitabi', russianOnUs('детские книги')],
    },
  },
  {
    meant: 'fairy tales',
    grades: {
      3: (p) => p.is('azerbaycan-nagillari-resimli', 'yuxudan-evvel-yeddi-hekaye', 'nagil-axsami-usaq-desti'),
      2: (p) => p.from('nagil-kitablari'),
    },
    queries: {
      az: ['nağıl kitabı'], plain: ['nagil kitabi'], inflected: ['nağıllar'], ru: ['сказки'], ruForms: ['сказка'], en: ['fairy tales'],
    },
  },
  {
    meant: 'encyclopedia',
    grades: { 3: (p) => p.is('ilk-ensiklopediyam-niye'), 1: (p) => p.from('maarifci-kitablar') },
    queries: { az: ['ensiklopediya'], ru: ['энциклопедия'], typos: ['ensklopediya'], ruForms: ['энциклопедию'] },
  },
  {
    meant: 'dinosaurs',
    grades: { 3: (p) => p.is('balaca-dinozavr-ailesi') },
    queries: { az: ['dinozavr'], ru: ['динозавр'], en: ['dinosaur'], typos: ['dinazavr'], ruForms: ['динозавры'] },
  },
  {
    meant: 'telescope',
    grades: { 3: (p) => p.is('teleskop-ulduz-ovcusu') },
    queries: { az: ['teleskop'], ru: ['телескоп'], en: ['telescope'], cross: ['телескоп'] },
  },
  {
    meant: 'bodysuits',
    grades: { 3: (p) => p.is('korpe-bodisi-uclu') },
    queries: { az: ['körpə bodisi'], ru: ['боди'], en: ['baby bodysuit'] },
  },
  {
    meant: 'baby bottle',
    grades: { 3: (p) => p.is('sanciya-qarsi-suse-butulka'), 1: (p) => p.from('korpe-qidalanmasi') },
    queries: { az: ['körpə butulkası'], ru: ['бутылочка'], en: ['baby bottle'] },
  },
  {
    meant: 'paints',
    grades: { 3: (p) => p.is('sulu-boya-desti-bagca'), 1: (p) => p.from('resm-ve-el-isleri') && p.named(/crayon|watercolour/) },
    queries: { az: ['sulu boya'], ru: ['акварель'], ruForms: ['краски'], en: ['watercolours'] },
  },
  {
    meant: 'drawing set',
    grades: { 3: (p) => p.is('balaca-ressam-desti'), 2: (p) => p.is('sulu-boya-desti-bagca', 'yuyulan-mum-karandaslar') },
    queries: { az: ['rəsm dəsti'], plain: ['resm desti'], ru: ['набор для рисования'], en: ['drawing set'] },
  },
  { meant: '456 pieces', grades: { 3: (p) => p.is('ejdaha-qalasi-456') }, queries: { model: ['456 hissə', 'ru:456 деталей'] } },
  {
    meant: 'explorer 7',
    grades: { 3: (p) => p.is('kosmik-gemi-kesfiyyat') },
    queries: { model: ['kəşfiyyat-7', 'ru:разведка-7', 'en:explorer 7'], az: ['kosmik gəmi'], keys: [azerbaijaniOnRussian('kosmik gəmi')] },
  },
];

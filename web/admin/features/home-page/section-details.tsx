import type { ReactNode } from 'react'
import type { TypedText } from '~admin/lib/local-text'
import { inLanguage } from '~admin/ui/language-fields'
import { ILLUSTRATIONS, type Illustration, illustrationOf, illustrationText } from '~shared/features/home/illustrations'
import { useI18n } from '~shared/i18n/context'
import { LOCALES } from '~shared/i18n/locale'
import { Picture } from '~shared/ui/picture'
import { useCategoryChoices } from './choices'
import { hasBanner, hasTiles, hasTitle } from './kinds'
import { tileName } from './labels'
import { useProductNames } from './shelf-fields'
import type { SectionValues, TileValues } from './values'

/** The content of a section, without inputs. */
export function SectionDetails({ section }: { section: SectionValues }) {
  const { t } = useI18n()
  const { kind, title, text, action, tiles } = section
  return (
    <>
      <p className="text-sm text-muted text-pretty">{t(`adminHome.about.${kind}`)}</p>
      <dl className="grid gap-x-4 gap-y-1 text-[0.9375rem] sm:grid-cols-[12rem_minmax(0,1fr)]">
        {hasTitle(kind) && <Texts label={t('adminHome.label.title')} text={title} />}
        {hasBanner(kind) && (
          <>
            <Texts label={t('adminHome.label.text')} text={text} />
            <Texts label={t('adminHome.label.action')} text={action} />
            <Target {...section} />
          </>
        )}
        {kind === 'shelf' && <Shelf section={section} />}
      </dl>
      {hasTiles(kind) && <Tiles tiles={tiles} />}
    </>
  )
}

function Row({ label, lang, children }: { label: string; lang?: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd lang={lang} className="mb-1.5 whitespace-pre-line wrap-anywhere">
        {children}
      </dd>
    </>
  )
}

const Texts = ({ label, text }: { label: string; text: TypedText }) =>
  LOCALES.map((language) => (
    <Row key={language} label={inLanguage(label, language)} lang={language}>
      {text[language]}
    </Row>
  ))

function Target({ link, picture, tone }: Pick<TileValues, 'link' | 'picture' | 'tone'>) {
  const { t } = useI18n()
  const drawing = (Object.keys(ILLUSTRATIONS) as Illustration[]).find((name) => illustrationText(name) === picture)
  const alt = drawing ? t(`adminHome.illustration.${drawing}`) : t('adminHome.label.picture')
  return (
    <>
      <Row label={t('adminHome.label.link')}>{link}</Row>
      <Row label={t('adminHome.label.picture')}>
        {picture && <Picture src={illustrationOf(picture) ?? picture} alt={alt} sizes="64px" className="size-16 object-cover" />}
      </Row>
      <Row label={t('adminHome.label.tone')}>{tone && t(`adminHome.tone.${tone}`)}</Row>
    </>
  )
}

function Shelf({ section: { source, category, products } }: { section: SectionValues }) {
  const { t } = useI18n()
  const categories = useCategoryChoices()
  const { nameOf } = useProductNames(products)
  return (
    <>
      <Row label={t('adminHome.label.source')}>{t(`adminHome.source.${source}`)}</Row>
      <Row label={t('adminHome.label.category')}>{categories.find(({ value }) => value === category)?.label ?? category}</Row>
      <Row label={t('adminHome.label.products')}>{products.map(nameOf).join('\n')}</Row>
    </>
  )
}

function Tiles({ tiles }: { tiles: TileValues[] }) {
  const { t, locale } = useI18n()
  return (
    <ol aria-label={t('adminHome.label.tiles')} className="grid grid-cols-1 gap-3">
      {tiles.map((tile, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the published tiles do not change
        <li key={index} className="grid grid-cols-1 gap-2 rounded-lg bg-sunken p-4">
          <h4 className="font-semibold wrap-anywhere">{tileName(t, locale, tile.label, index)}</h4>
          <dl className="grid gap-x-4 gap-y-1 text-[0.9375rem] sm:grid-cols-[12rem_minmax(0,1fr)]">
            <Texts label={t('adminHome.label.label')} text={tile.label} />
            <Target {...tile} />
          </dl>
        </li>
      ))}
    </ol>
  )
}

// Compares the typed values of a category with those that another operator has saved since, for the panel `Conflict`.
import { textIn, type TypedText } from '~admin/lib/local-text'
import type { Difference } from '~admin/ui/conflict'
import { inLanguage } from '~admin/ui/language-fields'
import type { Translate } from '~shared/i18n/context'
import { type Locale, LOCALES } from '~shared/i18n/locale'
import type { FieldValues, Values } from './rules'

/** Returns for example `az: Rəng, ru: Цвет`. */
const allLanguages = (text: TypedText) => LOCALES.flatMap((language) => (text[language] ? `${language}: ${text[language]}` : [])).join(', ')

/** Fields that differ in anything have different descriptions. */
function describeField(t: Translate, { key, type, name, unit, isFilterable, values }: FieldValues): string {
  const parts = [
    `${allLanguages(name)} (${key}): ${t(`adminCategories.type.${type}`)}`,
    ...(type === 'range' && allLanguages(unit) ? [allLanguages(unit)] : []),
    t(isFilterable ? 'adminCategories.filterable' : 'adminCategories.notFilterable'),
    ...(type === 'choice' ? values.map(({ value, label }) => `${value} = ${allLanguages(label)}`) : []),
  ]
  return parts.join('; ')
}

/** Compares descriptions of fields by index, and returns those that differ from the other's, one on each line. */
const onlyDifferent = (fields: string[] = [], others: string[] = []) => fields.filter((field, index) => field !== others[index]).join('\n')

/** All fields together are one part, because their order counts, too. */
export function differencesOf(t: Translate, mine: Values, theirs: Values): Difference[] {
  const names = LOCALES.map((language) => ({
    name: `name.${language}`,
    label: inLanguage(t('adminCategories.label.name'), language),
    mine: mine.name[language],
    theirs: theirs.name[language],
  }))
  const [myFields, theirFields] = [mine.fields, theirs.fields].map((fields) => fields.map((field) => describeField(t, field)))
  const parts = [
    ...names,
    { name: 'slug', label: t('adminCategories.label.slug'), mine: mine.slug, theirs: theirs.slug },
    { name: 'imageUrl', label: t('adminCategories.label.imageUrl'), mine: mine.imageUrl, theirs: theirs.imageUrl },
    {
      name: 'fields',
      label: t('adminCategories.fields'),
      mine: onlyDifferent(myFields, theirFields),
      theirs: onlyDifferent(theirFields, myFields),
    },
  ]
  return parts.filter(({ mine, theirs }) => mine !== theirs)
}

export const nameOfField = (t: Translate, locale: Locale, { name, key }: FieldValues) =>
  textIn(locale, name) || key || t('adminCategories.newField')

// Compares the typed values of a category with those that another operator has saved since, for the panel `Conflict`.
import { textIn, type TypedText } from '~admin/lib/local-text'
import type { Difference } from '~admin/ui/conflict'
import { inLanguage } from '~admin/ui/language-fields'
import type { Translate } from '~shared/i18n/context'
import { type Locale, LOCALES } from '~shared/i18n/locale'
import type { AddOnValues, FieldValues, Values } from './rules'

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

/** Slugs tell products with the same name apart. */
const describeAddOns = (addOns: AddOnValues[]) => addOns.map(({ name, slug }, index) => `${index + 1}. ${name} (${slug})`).join('\n')

/** Takes names and slugs from `known`, because a draft may have older ones or those of another language. */
const withKnownNames = (addOns: AddOnValues[], known: AddOnValues[]) =>
  addOns.map((addOn) => known.find(({ id }) => id === addOn.id) ?? addOn)

/** All fields together are one part, because their order counts, too. So are all add-ons. */
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
    {
      name: 'addOns',
      label: t('adminCategories.addOns.title'),
      mine: describeAddOns(withKnownNames(mine.addOns, theirs.addOns)),
      theirs: describeAddOns(theirs.addOns),
    },
  ]
  return parts.filter(({ mine, theirs }) => mine !== theirs)
}

export const nameOfField = (t: Translate, locale: Locale, { name, key }: FieldValues) =>
  textIn(locale, name) || key || t('adminCategories.newField')

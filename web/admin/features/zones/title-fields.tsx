import { FormText } from '~shared/features/forms/fields'
import { LOCALES } from '~shared/i18n/locale'
import { MAX_TITLE_LENGTH } from './rules'

/** Each language is required. The form has the labels. */
export const TitleFields = () => (
  <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
    {LOCALES.map((language) => (
      <FormText key={language} name={`title.${language}`} lang={language} maxLength={MAX_TITLE_LENGTH} autoComplete="off" />
    ))}
  </div>
)

import account from '../../../locales/ru/account.json'
import errors from '../../../locales/ru/errors.json'
import forms from '../../../locales/ru/forms.json'
import signIn from '../../../locales/ru/signIn.json'

// Texts of the account and sign-in pages and of all forms. Loaded with the first page that needs them, not at the first visit.
export default { account, errors, forms, signIn }

// The page of `podreel report`.
import {unfoldToPrint} from '../paper.js';
import {addThemeButton} from '../theme.js';
import {address} from './address.js';
import {showHead} from './head.js';
import {showLegend} from './legend.js';
import {readPage} from './run.js';
import {Viewer} from './viewer.js';

const element = (id) => document.getElementById(id);
const data = readPage(JSON.parse(element('podreel-data').textContent));
addThemeButton(element('theme'));
showHead(data);
showLegend(element('legend'), data.isSeveral);
unfoldToPrint([element('more'), element('legend')]);
new Viewer(data, address);

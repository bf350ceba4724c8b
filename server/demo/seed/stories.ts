/** Title, kicker and standfirst of a story in one language. */
export type StoryText = { readonly title: string; readonly kicker: string; readonly standfirst: string }

/** A story of the magazine as it is seeded. */
export type Story = StoryText & {
  readonly place: string
  readonly category: string
  readonly season: 'winter' | 'spring' | 'summer' | 'autumn'
  readonly minutes: number
  readonly de?: StoryText
  readonly ar?: StoryText
}

type Row = readonly [
  title: string,
  kicker: string,
  place: string,
  category: string,
  season: Story['season'],
  minutes: number,
  standfirst: string,
]

const rows: readonly Row[] = [
  ['The night train to Narvik', 'Rail', 'Narvik', 'Slow travel', 'winter', 12, 'Nineteen hours from Stockholm, one dining car, and a window seat that is worth every kilometre of birch.'],
  ['A winter without cars on Senja', 'Islands', 'Senja', 'Slow travel', 'winter', 9, 'Two buses a day, one ferry, and a pair of skis. What an island gives back when you stop driving through it.'],
  ['Eleven huts between Abisko and Nikkaluokta', 'Walking', 'Abisko', 'On foot', 'summer', 14, 'The northern end of the Kungsleden in eleven nights, with what to carry and what to leave at the station.'],
  ['The last mailboat of the Stockholm archipelago', 'Sea', 'Stockholm', 'On the water', 'autumn', 8, 'It still stops when someone on the jetty raises the white board. The skipper retires in spring.'],
  ['Tromsø in the blue hour', 'Cities', 'Tromsø', 'Cities', 'winter', 7, 'For six weeks the sun stays under the horizon, and the town lives in a light that photographers fly in for.'],
  ['Bread, butter, cloudberries', 'Food', 'Umeå', 'Food and drink', 'autumn', 6, 'Seven bakeries along the E4, ranked by nobody, loved by all who pass them before eight in the morning.'],
  ['The slow road to Cape Nordkinn', 'Walking', 'Tromsø', 'On foot', 'summer', 11, 'The northernmost point of the mainland has no car park and no gift shop. That is the whole idea.'],
  ['Porto before the ferries', 'Cities', 'Porto', 'Cities', 'spring', 8, 'Between five and seven the river belongs to rowers, bakers, and a man who feeds forty cats.'],
  ['A sleeper cabin for two, explained', 'Rail', 'Stockholm', 'Practical', 'winter', 5, 'Which berth to ask for, what the ladder is for, and why the conductor wants your breakfast order at nine.'],
  ['Lofoten without the crowds', 'Islands', 'Reine', 'Slow travel', 'autumn', 10, 'Come in October. The roads are empty, the cod is not yet in, and the landlady has time to talk.'],
  ['The sauna at the end of the pier', 'Water', 'Helsinki', 'Cities', 'winter', 6, 'Four hundred degrees of difference, counted generously, and a ladder into the Baltic.'],
  ['How to read a Norwegian timetable', 'Rail', 'Narvik', 'Practical', 'spring', 4, 'Crossed hammers, small letters and the footnote that decides whether you sleep in a bed tonight.'],
  ['Nine hundred steps above Reine', 'Walking', 'Reine', 'On foot', 'summer', 7, 'The stone stairs of Reinebringen were laid by Sherpas. Go at midnight, when the light is better and nobody is coming down.'],
  ['A garden on the Arctic Circle', 'People', 'Bodø', 'People', 'summer', 9, 'Astrid Moen grows strawberries at sixty-seven degrees north and keeps a diary of every frost since 1979.'],
  ['The Douro line, window on the left', 'Rail', 'Porto', 'Slow travel', 'spring', 10, 'One hundred and sixty kilometres of vineyard, thirty stations covered in blue tiles, and a heater that cannot be turned off.'],
  ['Sleeping in a lighthouse', 'Islands', 'Bodø', 'Where to stay', 'autumn', 6, 'Five towers that take guests, from the comfortable to the frankly damp.'],
  ['Where the reindeer cross', 'People', 'Kiruna', 'People', 'spring', 13, 'Every April three thousand animals come over the ice at Torneträsk. We walked with the family that follows them.'],
  ['A city is moved', 'Cities', 'Kiruna', 'Cities', 'autumn', 12, 'The mine is eating Kiruna from below. The church has gone first, on wheels, at half a kilometre an hour.'],
  ['Three days on the Inlandsbanan', 'Rail', 'Östersund', 'Slow travel', 'summer', 11, 'A railway that stops for bears, for berries and for lunch.'],
  ['The whale that stayed', 'Sea', 'Tromsø', 'On the water', 'winter', 8, 'Since November a young humpback has lived in the harbour of Skjervøy. The town has learned to whisper.'],
  ['Coffee in the high north', 'Food', 'Tromsø', 'Food and drink', 'winter', 5, 'Boiled, filtered, or with cheese in it: a short guide to being offered a cup.'],
  ['Rain in Bergen, a defence', 'Cities', 'Bergen', 'Cities', 'autumn', 7, 'Two hundred and thirty-nine days a year. Locals own four jackets and complain about the other hundred and twenty-six.'],
  ['Edinburgh after the festival', 'Cities', 'Edinburgh', 'Cities', 'autumn', 9, 'On the first of September the posters come down, the prices with them, and the city talks to itself again.'],
  ['The West Highland line in a storm', 'Rail', 'Fort William', 'Slow travel', 'winter', 10, 'At Corrour there is no road, a station house with soup, and a wind that decides the timetable.'],
  ['A bothy is not a hotel', 'Walking', 'Fort William', 'Practical', 'spring', 6, 'Four walls, a roof, a fireplace. How to behave in a house that belongs to everyone.'],
  ['Salt, smoke and time', 'Food', 'Bergen', 'Food and drink', 'winter', 8, 'How a Norwegian island feeds itself from October until May, told by the woman who keeps the smokehouse.'],
  ['The ferry that carries the school', 'Sea', 'Senja', 'On the water', 'autumn', 7, 'Nine pupils, one teacher, forty minutes each way: a morning on the smallest route of Troms.'],
  ['Lisbon by its staircases', 'Cities', 'Lisbon', 'Cities', 'spring', 9, 'Leave the tram to the others. The city was built to be climbed, and every landing has a bar.'],
  ['An island with one tree', 'Islands', 'Røst', 'Slow travel', 'summer', 6, 'It stands behind the school, it is a rowan, and it has a name.'],
  ['Skiing to the post office', 'People', 'Abisko', 'People', 'winter', 8, 'Nils Sarri has delivered the mail of four valleys for thirty-one winters. We tried to keep up.'],
  ['The cabin rules', 'Practical', 'Jotunheimen', 'Practical', 'summer', 5, 'Sign the book, fill the wood box, take nothing but the last coffee. And other laws nobody wrote down.'],
  ['Jotunheimen for people afraid of heights', 'Walking', 'Jotunheimen', 'On foot', 'summer', 9, 'The ridge is famous. The valley beside it is better, flatter, and has waffles.'],
  ['Twenty-two tunnels to Flåm', 'Rail', 'Flåm', 'Slow travel', 'spring', 6, 'Fifty-five minutes, eight hundred and sixty-six metres, and the case for getting off halfway.'],
  ['The boathouse that became a library', 'People', 'Ålesund', 'People', 'autumn', 7, 'No door, no lock, eleven thousand books, and so far four have not come back.'],
  ['Midsummer in Dalarna, uninvited', 'People', 'Rättvik', 'People', 'summer', 8, 'You cannot buy a ticket. You can carry chairs.'],
  ['Northern lights: what nobody tells you', 'Practical', 'Tromsø', 'Practical', 'winter', 6, 'They are grey until they are not, they do not wait for coaches, and the best seat is a car park.'],
  ['The herring museum, seriously', 'Food', 'Ålesund', 'Food and drink', 'autumn', 5, 'Two hours well spent in a town that once smelled of money.'],
  ['A week on the Hurtigruten as a passenger, not a guest', 'Sea', 'Bergen', 'On the water', 'winter', 15, 'Thirty-four ports, six days, one seat at the window of the small café on deck four.'],
  ['Helsinki, tram by tram', 'Cities', 'Helsinki', 'Cities', 'spring', 7, 'Line 2 shows you the city. Line 7 shows you who lives in it.'],
  ['The quiet coast of Halland', 'Slow travel', 'Varberg', 'Slow travel', 'summer', 8, 'Cold bath houses, tall grass and a bicycle path that forgets to end.'],
  ['Finding the Sami word for home', 'People', 'Kautokeino', 'People', 'winter', 11, 'A language with three hundred words for snow and one, difficult, for where you belong.'],
  ['The Atlantic road on foot', 'Walking', 'Kristiansund', 'On foot', 'autumn', 7, 'Everybody drives it in twenty minutes. It takes a morning, and then you have been there.'],
  ['Peat, tide, patience', 'Food', 'Edinburgh', 'Food and drink', 'winter', 9, 'On Islay a distillery waits for its first bottle. It has waited eleven years.'],
  ['Alentejo in the off season', 'Slow travel', 'Évora', 'Slow travel', 'winter', 8, 'Cork oaks, cold rooms, warm kitchens, and nobody who asks when you are leaving.'],
  ['Everything we know about berths', 'Rail', 'Stockholm', 'Practical', 'autumn', 5, 'Upper, middle, lower: a table, a warning and a tip from a woman who has slept in nine hundred of them.'],
  ['The bus to the end of the road', 'Slow travel', 'Kautokeino', 'Slow travel', 'spring', 6, 'Line 40 from Alta. The driver delivers newspapers, batteries and, twice a year, a cake.'],
  ['Four saunas, one lake', 'Water', 'Tampere', 'Where to stay', 'winter', 6, 'Tampere calls itself the capital of steam. We checked, in order of temperature.'],
  ['A hotel made of one room', 'Where to stay', 'Östersund', 'Where to stay', 'autumn', 4, 'It floats, it has a stove, and breakfast comes in a rowing boat.'],
  ['The map maker of Vardø', 'People', 'Vardø', 'People', 'spring', 10, 'He draws the coast as it was before the radar came, from memory and from his mother.'],
  ['Cycling the length of Öland', 'Islands', 'Kalmar', 'Slow travel', 'summer', 8, 'One hundred and thirty-seven kilometres, four hundred windmills, and the wind in your face both ways.'],
  ['What to pack for minus thirty', 'Practical', 'Kiruna', 'Practical', 'winter', 5, 'Wool, wool, a shell, and the courage to leave the jeans at home.'],
  ['The choir on the ice', 'People', 'Luleå', 'People', 'winter', 7, 'Every February sixty voices walk out to a line of lanterns on the frozen bay, and sing towards the land.'],
  ['Night fishing off Røst', 'Sea', 'Røst', 'On the water', 'spring', 9, 'At two in the morning the sea is brighter than the sky, and the cod do not sleep either.'],
  ['Gothenburg, island by island', 'Islands', 'Gothenburg', 'On the water', 'summer', 7, 'Your tram ticket is valid on the boat. Use it until it falls apart.'],
  ['The vertical town', 'Cities', 'Porto', 'Cities', 'summer', 6, 'A funicular, a lift, a cable car, and the old woman who takes the stairs with two bags.'],
  ['Under the midnight sun with a tired child', 'Practical', 'Bodø', 'Practical', 'summer', 6, 'Blackout blinds, ice cream at eleven, and other negotiations with a day that does not end.'],
  ['The forest that is a library', 'Slow travel', 'Oslo', 'Slow travel', 'spring', 8, 'A thousand spruces grow north of Oslo for a book that nobody may read until 2114.'],
  ['Oslo by water, for the price of a coffee', 'Cities', 'Oslo', 'Cities', 'summer', 5, 'The island boats leave every half hour. Bring bread, a towel and somebody you like.'],
  ['In praise of the waiting room', 'Rail', 'Boden', 'Slow travel', 'autumn', 6, 'Boden at four in the morning: a stove, a chess set, and seven people who have all the time in the world.'],
  ['The ice road season is over', 'Practical', 'Luleå', 'Practical', 'spring', 4, 'When the ice says no, the ferry says not yet. A short guide to the three weeks in between.'],
]

const german: Readonly<Record<string, StoryText>> = {
  'The night train to Narvik': { title: 'Der Nachtzug nach Narvik', kicker: 'Bahn', standfirst: 'Neunzehn Stunden ab Stockholm, ein Speisewagen und ein Fensterplatz, der jeden Kilometer Birkenwald wert ist.' },
  'A winter without cars on Senja': { title: 'Ein Winter ohne Auto auf Senja', kicker: 'Inseln', standfirst: 'Zwei Busse am Tag, eine Fähre und ein Paar Ski. Was eine Insel zurückgibt, wenn man nicht mehr durch sie hindurchfährt.' },
  'Eleven huts between Abisko and Nikkaluokta': { title: 'Elf Hütten zwischen Abisko und Nikkaluokta', kicker: 'Zu Fuß', standfirst: 'Das Nordende des Kungsleden in elf Nächten, mit dem, was man trägt, und dem, was am Bahnhof bleibt.' },
  'The last mailboat of the Stockholm archipelago': { title: 'Das letzte Postboot der Schären', kicker: 'Meer', standfirst: 'Es hält noch immer, wenn jemand am Steg das weiße Brett hebt. Im Frühjahr geht der Kapitän in Rente.' },
  'Tromsø in the blue hour': { title: 'Tromsø in der blauen Stunde', kicker: 'Städte', standfirst: 'Sechs Wochen bleibt die Sonne unter dem Horizont, und die Stadt lebt in einem Licht, für das Fotografen einfliegen.' },
  'Bread, butter, cloudberries': { title: 'Brot, Butter, Moltebeeren', kicker: 'Essen', standfirst: 'Sieben Bäckereien an der E4, von niemandem bewertet, von allen geliebt, die vor acht Uhr vorbeikommen.' },
  'Porto before the ferries': { title: 'Porto vor den Fähren', kicker: 'Städte', standfirst: 'Zwischen fünf und sieben gehört der Fluss den Ruderern, den Bäckern und einem Mann, der vierzig Katzen füttert.' },
  'A sleeper cabin for two, explained': { title: 'Das Schlafabteil für zwei, erklärt', kicker: 'Bahn', standfirst: 'Welches Bett man verlangt, wozu die Leiter da ist und warum die Schaffnerin um neun die Frühstücksbestellung will.' },
  'Lofoten without the crowds': { title: 'Lofoten ohne Gedränge', kicker: 'Inseln', standfirst: 'Im Oktober sind die Straßen leer, der Dorsch ist noch nicht da, und die Wirtin hat Zeit.' },
  'How to read a Norwegian timetable': { title: 'Wie man einen norwegischen Fahrplan liest', kicker: 'Bahn', standfirst: 'Gekreuzte Hämmer, kleine Buchstaben und die Fußnote, die entscheidet, ob man heute in einem Bett schläft.' },
  'The Douro line, window on the left': { title: 'Die Dourobahn, Fenster links', kicker: 'Bahn', standfirst: 'Hundertsechzig Kilometer Weinberge, dreißig Bahnhöfe in blauen Kacheln und eine Heizung, die sich nicht abstellen lässt.' },
  'Where the reindeer cross': { title: 'Wo die Rentiere übersetzen', kicker: 'Menschen', standfirst: 'Jeden April ziehen dreitausend Tiere über das Eis des Torneträsk. Wir gingen mit der Familie, die ihnen folgt.' },
  'A city is moved': { title: 'Eine Stadt zieht um', kicker: 'Städte', standfirst: 'Das Bergwerk frisst Kiruna von unten. Die Kirche fuhr zuerst, auf Rädern, mit einem halben Kilometer in der Stunde.' },
  'Three days on the Inlandsbanan': { title: 'Drei Tage auf der Inlandsbahn', kicker: 'Bahn', standfirst: 'Eine Eisenbahn, die für Bären hält, für Beeren und zum Mittagessen.' },
  'Rain in Bergen, a defence': { title: 'Regen in Bergen, eine Verteidigung', kicker: 'Städte', standfirst: 'Zweihundertneununddreißig Tage im Jahr. Man besitzt vier Jacken und klagt über die übrigen hundertsechsundzwanzig.' },
  'The West Highland line in a storm': { title: 'Mit der West Highland Line durch den Sturm', kicker: 'Bahn', standfirst: 'In Corrour gibt es keine Straße, ein Stationshaus mit Suppe und einen Wind, der den Fahrplan macht.' },
  'The cabin rules': { title: 'Die Hüttenregeln', kicker: 'Praktisches', standfirst: 'Ins Buch eintragen, Holz nachlegen, nichts mitnehmen außer dem letzten Kaffee.' },
  'Helsinki, tram by tram': { title: 'Helsinki, Straßenbahn für Straßenbahn', kicker: 'Städte', standfirst: 'Die Linie 2 zeigt die Stadt. Die Linie 7 zeigt, wer in ihr wohnt.' },
  'What to pack for minus thirty': { title: 'Packliste für minus dreißig Grad', kicker: 'Praktisches', standfirst: 'Wolle, Wolle, eine Hülle und der Mut, die Jeans zu Hause zu lassen.' },
  'The forest that is a library': { title: 'Der Wald, der eine Bibliothek ist', kicker: 'Langsam reisen', standfirst: 'Tausend Fichten wachsen nördlich von Oslo für ein Buch, das bis 2114 niemand lesen darf.' },
  'In praise of the waiting room': { title: 'Lob des Wartesaals', kicker: 'Bahn', standfirst: 'Boden, vier Uhr morgens: ein Ofen, ein Schachspiel und sieben Menschen, die alle Zeit der Welt haben.' },
}

const arabic: Readonly<Record<string, StoryText>> = {
  'The night train to Narvik': { title: 'قطار الليل إلى نارفيك', kicker: 'قطارات', standfirst: 'تسع عشرة ساعة من ستوكهولم، وعربة طعام واحدة، ومقعد بجانب النافذة يستحق كل كيلومتر من غابات البتولا.' },
  'A winter without cars on Senja': { title: 'شتاء بلا سيارات في سينيا', kicker: 'جزر', standfirst: 'حافلتان في اليوم، وعبّارة واحدة، وزوج من الزلاجات. ما تعطيه الجزيرة حين تكفّ عن عبورها بالسيارة.' },
  'Tromsø in the blue hour': { title: 'ترومسو في الساعة الزرقاء', kicker: 'مدن', standfirst: 'ستة أسابيع تبقى فيها الشمس تحت الأفق، وتعيش المدينة في ضوء يسافر المصورون من أجله.' },
  'Porto before the ferries': { title: 'بورتو قبل العبّارات', kicker: 'مدن', standfirst: 'بين الخامسة والسابعة يكون النهر للمجدّفين والخبازين ورجل يطعم أربعين قطة.' },
  'Lisbon by its staircases': { title: 'لشبونة عبر أدراجها', kicker: 'مدن', standfirst: 'اترك الترام للآخرين. بُنيت المدينة لتُصعد، وعند كل منعطف مقهى.' },
  'What to pack for minus thirty': { title: 'ماذا تحزم لثلاثين تحت الصفر', kicker: 'عملي', standfirst: 'صوف، ثم صوف، ثم طبقة خارجية، والشجاعة لترك الجينز في البيت.' },
}

/** All stories, in the order they are created. */
export const stories: readonly Story[] = rows.map(
  ([title, kicker, place, category, season, minutes, standfirst]) => {
    const de = german[title]
    const ar = arabic[title]
    return { title, kicker, place, category, season, minutes, standfirst, ...(de ? { de } : {}), ...(ar ? { ar } : {}) }
  },
)

/** Sentences of which running text is made. */
export const paragraphs: readonly string[] = [
  'The sleeping car empties at Abisko, and the guard brings coffee without being asked. From here the line climbs along the lake for forty minutes.',
  'Nobody speaks before the second cup. The window is the reading matter: birch, snow fence, birch, a red cabin with its lamp on, birch.',
  'We had been told to bring slippers, and we had laughed. By Gällivare everyone in the corridor wore slippers and we were cold.',
  'The harbour master keeps the keys in a drawer marked “Sundries”. He asks only that you return them before the boat leaves, and the boat leaves when he does.',
  'It is the kind of place where a stranger is asked first where he slept and only later what he is called.',
  'There are two ways over the pass. The signposted one is shorter. The other follows the telegraph poles and has the better view, provided you like bogs.',
  'At half past two the sun comes through the gap in the ridge, stays for eleven minutes, and is applauded by the people on the terrace.',
  'The shop sells rope, chocolate, and a postcard of the shop. We bought one of each and were given change in stamps.',
  'In the evening the wind turned, as everyone had said it would, and the ferry did not come, as nobody had said at all.',
  'What remains is the smell of tar and wet wool, and a timetable in a coat pocket, folded so often that Thursday has come off.',
]

/** The same in German, for the localized texts. */
export const germanParagraphs: readonly string[] = [
  'In Abisko leert sich der Schlafwagen, und der Schaffner bringt Kaffee, ohne dass jemand fragt. Von hier steigt die Strecke vierzig Minuten am See entlang.',
  'Vor der zweiten Tasse spricht niemand. Gelesen wird das Fenster: Birke, Schneezaun, Birke, eine rote Hütte mit Licht, Birke.',
  'Man hatte uns geraten, Hausschuhe mitzubringen, und wir hatten gelacht. Ab Gällivare trugen alle im Gang Hausschuhe, und wir froren.',
]

/** The same in Arabic. */
export const arabicParagraphs: readonly string[] = [
  'تفرغ عربة النوم في أبيسكو، ويأتي الكمساري بالقهوة دون أن يُطلب منه. ومن هنا يصعد الخط بمحاذاة البحيرة أربعين دقيقة.',
  'لا يتكلم أحد قبل الفنجان الثاني. النافذة هي ما يُقرأ: بتولا، وسياج للثلج، وكوخ أحمر مضاء.',
]
